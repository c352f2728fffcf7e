import { Echo } from '@kubewright/imports';
import { Construct } from 'constructs';

import { recommendedLabels } from '../labels.ts';
import { kubewrightDeclaration } from '../../declaration/index.ts';
import type { SampleProps } from './web-server-sample.ts';

/** An Echo that prints a greeting once. */
export class EchoSample extends Construct {
  readonly echo: Echo;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    const name = 'hello-world';
    const labels = recommendedLabels(kubewrightDeclaration(), { component: 'sample', instance: name });
    const { namespace } = props;
    this.echo = new Echo(this, 'echo', {
      metadata: { name, labels, ...(namespace !== undefined && { namespace }) },
      spec: { message: 'Hola, 世界!' },
    });
    this.node.defaultChild = this.echo;
  }
}
