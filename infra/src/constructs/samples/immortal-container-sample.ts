import { ImmortalContainer } from '@kubewright/imports';
import { Construct } from 'constructs';

import { recommendedLabels } from '../labels.ts';
import { kubewrightDeclaration } from '../../declaration/index.ts';
import type { SampleProps } from './web-server-sample.ts';

/** An ImmortalContainer: an nginx Pod that is created again whenever it is deleted. */
export class ImmortalContainerSample extends Construct {
  readonly immortalContainer: ImmortalContainer;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    const name = 'example-immortalcontainer';
    const labels = recommendedLabels(kubewrightDeclaration(), { component: 'sample', instance: name });
    const { namespace } = props;
    this.immortalContainer = new ImmortalContainer(this, 'immortal-container', {
      metadata: { name, labels, ...(namespace !== undefined && { namespace }) },
      spec: { image: 'nginx:latest' },
    });
    this.node.defaultChild = this.immortalContainer;
  }
}
