import type { Construct } from 'constructs';
import type { Environment, EnvironmentPetStore } from '../options/index.ts';

import { kubewrightDeclaration } from '../declaration/index.ts';
import { Faults, PetStore, recommendedLabels } from '../constructs/index.ts';
import { addNamespace, restricted } from './namespace.ts';
import { OwnChart } from './own-chart.ts';
import { chartProps, environmentChartShape, type EnvironmentChartProps, noEnvironment } from './props.ts';

export interface PetStoreChartProps extends EnvironmentChartProps {
  readonly environment: Environment & { readonly petStore: EnvironmentPetStore };
}

/** A pet store in a namespace of its own, for the samples of Pet. Only in environments with `petStore`. */
export class PetStoreChart extends OwnChart {
  readonly store: PetStore;

  constructor(scope: Construct, id: string, props: PetStoreChartProps) {
    super(scope, id, chartProps(props));
    const faults = new Faults(this);
    const { environment } = faults.checked<EnvironmentChartProps>(props, environmentChartShape, noEnvironment);
    if (environment.petStore === undefined) faults.add('environment.petStore is missing: this chart deploys it');
    const { namespace = 'unknown', ...options } = environment.petStore ?? {};
    const labels = recommendedLabels(kubewrightDeclaration(), { component: 'pet-store' });
    addNamespace(this, namespace, { labels: { ...environment.labels, ...labels, ...restricted } });
    const { image } = environment;
    this.store = new PetStore(this, 'store', { ...options, namespace, ...(image !== undefined && { image }) });
  }
}

/** Whether the environment has a pet store of its own. */
export function hasPetStore(environment: Environment): environment is PetStoreChartProps['environment'] {
  return environment.petStore !== undefined;
}
