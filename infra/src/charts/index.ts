/**
 * The units that are deployed apart and in this order: `crds.ts`, `operator.ts`, `pet-store.ts` (where an environment has
 * one), `samples.ts`. Beside them `argo-cd.ts`, for an Argo CD that deploys them.
 */
export { ArgoCdChart } from './argo-cd.ts';
export { CrdsChart } from './crds.ts';
export { OperatorChart } from './operator.ts';
export { type OperatorChartProps } from './props.ts';
export { hasPetStore, PetStoreChart, type PetStoreChartProps } from './pet-store.ts';
export { SamplesChart, type SamplesChartProps } from './samples.ts';
