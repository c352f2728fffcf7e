/**
 * The units of our manifests, in the order in which they are applied: `crds.ts`, `namespaces.ts`, `operator.ts`, `pet-store.ts` (in
 * environments with a store), `samples.ts`. In addition, `argo-cd.ts` has the health checks for an Argo CD that deploys
 * the units.
 */
export { ArgoCdChart } from './argo-cd.ts';
export { CrdsChart } from './crds.ts';
export { hasNamespaces, NamespacesChart } from './namespaces.ts';
export { OperatorChart } from './operator.ts';
export { type EnvironmentChartProps, type OperatorChartProps } from './props.ts';
export { hasPetStore, PetStoreChart, type PetStoreChartProps } from './pet-store.ts';
export { SamplesChart, type SamplesChartProps } from './samples.ts';
