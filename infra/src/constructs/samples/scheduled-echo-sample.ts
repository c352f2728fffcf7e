import { ScheduledEcho } from '@kubewright/imports';
import { Construct } from 'constructs';

import { recommendedLabels } from '../labels.ts';
import { kubewrightDeclaration } from '../../declaration/index.ts';
import type { SampleProps } from './web-server-sample.ts';

/** A ScheduledEcho that prints a greeting every minute. */
export class ScheduledEchoSample extends Construct {
  readonly scheduledEcho: ScheduledEcho;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    const name = 'hello-world-scheduled';
    const labels = recommendedLabels(kubewrightDeclaration(), { component: 'sample', instance: name });
    const { namespace } = props;
    this.scheduledEcho = new ScheduledEcho(this, 'scheduled-echo', {
      metadata: { name, labels, ...(namespace !== undefined && { namespace }) },
      spec: { message: 'Hola, 世界!', schedule: '*/1 * * * *' },
    });
    this.node.defaultChild = this.scheduledEcho;
  }
}
