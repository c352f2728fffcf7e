/**
 * Constructs for cdk8s apps, one class per topic. A class validates its props, calls `plan/` to compute the details,
 * and adds the objects that `api-objects/` builds.
 *
 * - `operator.ts`: an operator with its webhooks; `permissions.ts`: its permissions alone, and aggregated roles
 * - `crds.ts`: the CRDs
 * - `checked-resource.ts`: custom resources with schema validation (`structural-schema.ts`)
 * - `admission-policies.ts`: policies that the API server evaluates itself
 * - `removal-guard.ts`: rejects the deletion of an operator that custom resources need
 * - `monitoring.ts`: the objects for Prometheus and Grafana; `argo-cd.ts`: the health checks for Argo CD
 * - `our-kinds.ts`: our kinds, with a sample of each; `pet-store.ts`: the store that the Pet operator calls
 *
 * All use `add-objects.ts`. `duplicates.ts` finds duplicate objects in an app, `patches.ts` changes objects.
 */
export { addObjects } from './add-objects.ts';
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
export { Operator, getOperatorPlan, type Webhooks } from './operator.ts';
export { applyPatches } from './patches.ts';
export { AggregatedRoles, OperatorRbac } from './permissions.ts';
export { PetStore } from './pet-store.ts';
export { RemovalGuard, type RemovalGuardProps } from './removal-guard.ts';
export { PetSamples, samples } from './our-kinds.ts';
export { rejectDuplicateObjects } from './duplicates.ts';
