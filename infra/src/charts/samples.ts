import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import {
  EchoSample,
  ImmortalContainerSample,
  MemcachedSample,
  ScheduledEchoSample,
  WebServerSample,
} from '../constructs/index.ts';
import type { Environment } from '../environments/index.ts';

export interface SamplesChartProps {
  readonly environment: Environment;
}

/** Third unit: one of each kind, to see the operators work. */
export class SamplesChart extends Chart {
  constructor(scope: Construct, id: string, { environment }: SamplesChartProps) {
    super(scope, id, { namespace: environment.samplesNamespace ?? 'default' });
    new EchoSample(this, 'echo');
    new ImmortalContainerSample(this, 'immortal-container');
    new MemcachedSample(this, 'memcached');
    new ScheduledEchoSample(this, 'scheduled-echo');
    new WebServerSample(this, 'web-server');
  }
}
