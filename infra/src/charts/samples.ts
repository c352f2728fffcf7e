import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import {
  EchoSample,
  Faults,
  ImmortalContainerSample,
  MemcachedSample,
  PetSamples,
  ScheduledEchoSample,
  WebServerSample,
} from '../constructs/index.ts';
import { chartProps, environmentChartShape, type EnvironmentChartProps, noEnvironment } from './props.ts';

export type SamplesChartProps = EnvironmentChartProps;

/**
 * One sample of each kind, to try the operators with. Applied last. Samples of Pet only if the environment has a pet
 * store.
 */
export class SamplesChart extends Chart {
  constructor(scope: Construct, id: string, props: SamplesChartProps) {
    const namespace = props?.environment?.samplesNamespace;
    super(scope, id, { namespace: typeof namespace === 'string' ? namespace : 'default', ...chartProps(props) });
    const { environment } = new Faults(this).checked(props, environmentChartShape, noEnvironment);
    new EchoSample(this, 'echo');
    new ImmortalContainerSample(this, 'immortal-container');
    new MemcachedSample(this, 'memcached');
    if (environment.petStore !== undefined) new PetSamples(this, 'pets');
    new ScheduledEchoSample(this, 'scheduled-echo');
    new WebServerSample(this, 'web-server');
  }
}
