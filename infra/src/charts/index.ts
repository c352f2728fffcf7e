/**
 * The stages of our manifests, in the order in which they are applied: CRDs and namespaces (`cluster.ts`), the operator
 * and its guard (`operator.ts`), then the pet store and samples (`samples.ts`). Also the health checks for an Argo CD
 * that deploys the stages. `props.ts` validates their props.
 */
export { ArgoCdChart, CrdsChart, hasNamespaces, NamespacesChart } from './cluster.ts';
export { OperatorChart } from './operator.ts';
export { type EnvironmentChartProps, type OperatorChartProps } from './props.ts';
export {
  hasPetStore,
  PetStoreChart,
  type PetStoreChartProps,
  SamplesChart,
  type SamplesChartProps,
} from './samples.ts';
