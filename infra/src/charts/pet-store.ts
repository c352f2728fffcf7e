import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import { kubewrightDeclaration } from '../declaration/index.ts';
import { PetStore, recommendedLabels } from '../constructs/index.ts';
import type { Environment, EnvironmentPetStore } from '../environments/index.ts';
import { addNamespace, restricted } from './namespace.ts';

export interface PetStoreChartProps {
  readonly environment: Environment & { readonly petStore: EnvironmentPetStore };
}

/** What the samples of Pets need: a store, in a namespace of its own. Only where an environment asks for it. */
export class PetStoreChart extends Chart {
  readonly store: PetStore;

  constructor(scope: Construct, id: string, { environment }: PetStoreChartProps) {
    super(scope, id);
    const { namespace, ...options } = environment.petStore;
    const labels = recommendedLabels(kubewrightDeclaration(), { component: 'pet-store' });
    addNamespace(this, namespace, { ...labels, ...restricted });
    const { image } = environment;
    this.store = new PetStore(this, 'store', { ...options, namespace, ...(image !== undefined && { image }) });
  }
}

/** Whether an environment has a store. */
export function hasPetStore(environment: Environment): environment is PetStoreChartProps['environment'] {
  return environment.petStore !== undefined;
}
