/**
 * What a user places in the tree of a cdk8s app: one class for each thing. A class checks its props, lets `plan/` compute what
 * follows from them, and adds the objects that `api-objects/` makes.
 *
 * - `operator.ts`: an operator, with its webhooks; `permissions.ts`: its permissions alone, and those of people
 * - `definitions.ts`: the CustomResourceDefinitions
 * - `checked-resource.ts`: custom resources that are checked by their schema (`structural-schema.ts`)
 * - `admission-policies.ts`: what the API server itself checks and completes
 * - `removal-guard.ts`: what refuses to delete an operator that is needed
 * - `monitoring.ts`: the objects for Prometheus and Grafana; `argo-cd.ts`: the health checks for Argo CD
 * - `our-kinds.ts`: our kinds, with a sample of each; `pet-store.ts`: the store that the Pet operator calls
 *
 * All use `add-objects.ts`. `twice.ts` finds what is there twice in an app, `patches.ts` changes objects.
 */
export { addObjects, collectOptionErrors } from './add-objects.ts';
export { AdmissionPolicies } from './admission-policies.ts';
export { ArgoCdHealthChecks } from './argo-cd.ts';
export { withSchemaValidation, type ImportedResource } from './checked-resource.ts';
export { CustomResourceDefinitions } from './crds.ts';
export {
  GrafanaDashboard,
  MemcachedAlerts,
  OperatorAlerts,
  OperatorMonitoring,
  PrometheusRule,
  ServiceMonitor,
} from './monitoring.ts';
export { type IOperator, Operator, getOperatorPlan, type Webhooks } from './operator.ts';
export { applyPatches } from './patches.ts';
export { AggregatedRoles, OperatorRbac } from './permissions.ts';
export { PetStore } from './pet-store.ts';
export { RemovalGuard, type RemovalGuardProps } from './removal-guard.ts';
export { PetSamples, samples } from './our-kinds.ts';
export { rejectDuplicateObjects } from './duplicates.ts';
