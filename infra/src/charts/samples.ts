import type { Construct } from 'constructs';

import { buildStoreNamespace } from '../api-objects/namespaces.ts';
import { addObjects, PetSamples, PetStore, samples } from '../constructs/index.ts';
import { getKubewrightDeclaration } from '../declaration/index.ts';
import type { Environment, EnvironmentPetStore } from '../options/index.ts';
import { buildRecommendedLabels } from '../plan/index.ts';
import {
  collectChartErrors,
  pickChartProps,
  type EnvironmentChartProps,
  validateEnvironment,
  OwnChart,
} from './props.ts';

export interface PetStoreChartProps extends EnvironmentChartProps {
  readonly environment: Environment & { readonly petStore: EnvironmentPetStore };
}

/** A pet store in its own namespace, for the samples of Pet. Only in environments with `petStore`. */
export class PetStoreChart extends OwnChart {
  readonly store: PetStore;

  constructor(scope: Construct, id: string, props: PetStoreChartProps) {
    super(scope, id, props);
    const errors = collectChartErrors(this, props);
    const environment = validateEnvironment(props, errors);
    if (environment.petStore === undefined)
      errors.add('environment.petStore is missing: set it, because this chart deploys the pet store');
    const { namespace = 'unknown', ...options } = environment.petStore ?? {};
    const labels = buildRecommendedLabels(getKubewrightDeclaration(), { component: 'pet-store' });
    addObjects(this, buildStoreNamespace(environment, namespace, labels));
    const { image } = environment;
    this.store = new PetStore(this, 'store', { ...options, namespace, ...(image !== undefined && { image }) });
  }
}

/** Whether the environment has a pet store. */
export function hasPetStore(environment: Environment): environment is PetStoreChartProps['environment'] {
  return environment.petStore !== undefined;
}

export type SamplesChartProps = EnvironmentChartProps;

/**
 * One sample of each kind, to try the operators with; samples of Pet only if the environment has a pet store. Apply it
 * last.
 */
export class SamplesChart extends OwnChart {
  constructor(scope: Construct, id: string, props: SamplesChartProps) {
    super(scope, id, { namespace: getSamplesNamespace(props), ...pickChartProps(props) });
    const environment = validateEnvironment(props, collectChartErrors(this, props));
    for (const [name, Sample] of Object.entries(samples)) {
      if (Sample !== PetSamples || environment.petStore !== undefined) new Sample(this, name);
    }
  }
}

/** Reads the namespace before validation, because a chart needs it in its constructor. */
function getSamplesNamespace(props: Partial<SamplesChartProps> | null | undefined): string {
  const environment = props?.environment as Partial<SamplesChartProps['environment']> | null | undefined;
  const namespace: unknown = environment?.samplesNamespace;
  return typeof namespace === 'string' ? namespace : 'default';
}
