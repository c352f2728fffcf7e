import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import {
  EchoSample,
  ImmortalContainerSample,
  MemcachedSample,
  PetSamples,
  ScheduledEchoSample,
  WebServerSample,
} from '../constructs/index.ts';
import type { Environment } from '../environments/index.ts';

export interface SamplesChartProps {
  readonly environment: Environment;
}

/** Applied last: one sample of each kind, to see the operators work; Pets only where there is a store for them. */
export class SamplesChart extends Chart {
  constructor(scope: Construct, id: string, { environment }: SamplesChartProps) {
    super(scope, id, { namespace: environment.samplesNamespace ?? 'default' });
    new EchoSample(this, 'echo');
    new ImmortalContainerSample(this, 'immortal-container');
    new MemcachedSample(this, 'memcached');
    if (environment.petStore !== undefined) new PetSamples(this, 'pets');
    new ScheduledEchoSample(this, 'scheduled-echo');
    new WebServerSample(this, 'web-server');
  }
}
