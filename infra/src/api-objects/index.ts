/**
 * What is deployed, as plain objects of the Kubernetes API: functions from plans to objects, by their names in the construct
 * tree. Each kind of thing has a file; `api-object.ts` has the types.
 *
 * @module
 */
export { admissionPolicies } from './admission-policies.ts';
export type { ApiObjectData, ApiObjects } from './api-object.ts';
export { applicationHealthKey, applicationHealthLua, argoCdHealthChecks } from './argo-cd-health.ts';
export { definitionObjects } from './definitions.ts';
export { monitoringObjects } from './monitoring.ts';
export { ownNamespace, storesNamespace, usersNamespaces } from './namespaces.ts';
export { accountObjects, permissionsOf, workloadObjects } from './operator.ts';
export { aggregatedRoles, permissionObjects } from './permissions.ts';
export { petStoreObjects } from './pet-store.ts';
export { dashboardConfigMap, dashboardOf, prometheusRule, serviceMonitor } from './prometheus.ts';
export { removalGuard } from './removal-guard.ts';
export { configurationsOf, reachedObjects } from './webhooks.ts';
