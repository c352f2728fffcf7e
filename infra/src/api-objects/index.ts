/**
 * Pure functions that turn plans into Kubernetes objects, by name in the construct tree. Each topic has a file;
 * `api-object.ts` declares the types.
 *
 * @module
 */
export { buildAdmissionPolicies } from './admission-policies.ts';
export type { ApiObjectData, ApiObjects } from './api-object.ts';
export { applicationHealthKey, applicationHealthLua, renderArgoCdHealthChecks } from './argo-cd-health.ts';
export { buildCrds } from './crds.ts';
export { buildMonitoring } from './monitoring.ts';
export { buildOwnNamespace, buildStoreNamespace, buildUserNamespaces } from './namespaces.ts';
export { buildAccountObjects, buildRbacProps, buildWorkloadObjects } from './operator.ts';
export { buildAggregatedRoles, buildPermissions } from './permissions.ts';
export { buildPetStore } from './pet-store.ts';
export { buildDashboardConfigMap, getDashboard, buildPrometheusRule, buildServiceMonitor } from './prometheus.ts';
export { buildRemovalGuard } from './removal-guard.ts';
export { buildWebhookConfigurations, buildWebhookEndpoint } from './webhooks.ts';
