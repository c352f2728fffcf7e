import { Memcached } from '@kubewright/imports';
import { Construct } from 'constructs';

import { recommendedLabels } from '../labels.ts';
import { kubewrightDeclaration } from '../../declaration/index.ts';
import type { SampleProps } from './web-server-sample.ts';

/** A Memcached: three Pods behind a Service. */
export class MemcachedSample extends Construct {
  readonly memcached: Memcached;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    const name = 'example-memcached';
    const labels = recommendedLabels(kubewrightDeclaration(), { component: 'sample', instance: name });
    const { namespace } = props;
    this.memcached = new Memcached(this, 'memcached', {
      metadata: { name, labels, ...(namespace !== undefined && { namespace }) },
      spec: { size: 3 },
    });
    this.node.defaultChild = this.memcached;
  }
}
