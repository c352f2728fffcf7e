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

/**
 * One sample of each kind, to try the operators with. Applied last. Samples of Pet only if the environment has a pet
 * store.
 */
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
