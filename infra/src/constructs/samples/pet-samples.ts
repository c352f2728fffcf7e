import { Pet, PetSpecType } from '@kubewright/imports';
import { Construct } from 'constructs';

import { recommendedLabels } from '../labels.ts';
import { kubewrightDeclaration } from '../../declaration/index.ts';
import type { SampleProps } from './web-server-sample.ts';

/** Two Pets, a dog and a cat. Their operator needs a pet store. */
export class PetSamples extends Construct {
  readonly thor: Pet;
  readonly tron: Pet;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    const { namespace } = props;
    const metadataOf = (name: string): object => ({
      name,
      labels: recommendedLabels(kubewrightDeclaration(), { component: 'sample', instance: name }),
      ...(namespace !== undefined && { namespace }),
    });
    this.thor = new Pet(this, 'thor', {
      metadata: metadataOf('pet-sample1'),
      spec: { name: 'Thor', type: PetSpecType.DOG, birthday: '2021-04-01T00:00:00Z' },
    });
    this.tron = new Pet(this, 'tron', {
      metadata: metadataOf('pet-sample2'),
      spec: { name: 'Tron', type: PetSpecType.CAT, birthday: '2020-06-25T00:00:00Z' },
    });
  }
}
