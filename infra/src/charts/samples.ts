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
import { OwnChart } from './own-chart.ts';
import { chartProps, environmentChartShape, type EnvironmentChartProps, noEnvironment } from './props.ts';

export type SamplesChartProps = EnvironmentChartProps;

/**
 * One sample of each kind, to try the operators with. Applied last. Samples of Pet only if the environment has a pet
 * store.
 */
export class SamplesChart extends OwnChart {
  constructor(scope: Construct, id: string, props: SamplesChartProps) {
    super(scope, id, { namespace: samplesNamespace(props), ...chartProps(props) });
    const { environment } = new Faults(this).checked(props, environmentChartShape, noEnvironment);
    new EchoSample(this, 'echo');
    new ImmortalContainerSample(this, 'immortal-container');
    new MemcachedSample(this, 'memcached');
    if (environment.petStore !== undefined) new PetSamples(this, 'pets');
    new ScheduledEchoSample(this, 'scheduled-echo');
    new WebServerSample(this, 'web-server');
  }
}

/** Before the props are checked: a chart has to have its namespace from the beginning. */
function samplesNamespace(props: Partial<SamplesChartProps> | null | undefined): string {
  const environment = props?.environment as Partial<SamplesChartProps['environment']> | null | undefined;
  const namespace: unknown = environment?.samplesNamespace;
  return typeof namespace === 'string' ? namespace : 'default';
}
