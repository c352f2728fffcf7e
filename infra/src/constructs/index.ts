/**
 * Constructs that deploy an operator, for any cdk8s chart.
 *
 * - `crds.ts`: the CustomResourceDefinitions
 * - `custom-resources/`: custom resources that are checked by their schema
 * - `rbac/`: the permissions
 * - `operator/`: the Deployment and the objects around it
 * - `admission-policies/`: what the API server itself checks and completes
 * - `webhooks/`: by which API servers find the operator's webhooks
 * - `removal-guard/`: what refuses to delete an operator that is needed
 * - `monitoring/`: the objects for Prometheus and Grafana
 * - `samples/`: sample resources
 * - `pet-store/`: the store that the Pet operator calls
 * - `argo-cd/`: the health checks for Argo CD
 * - `labels.ts`: the labels of all objects; `cluster-scoped.ts`: objects without a namespace
 */
export { AdmissionPolicies, type AdmissionPoliciesProps } from './admission-policies/index.ts';
export { argoCdHealthChecks, ArgoCdHealthChecks, type ArgoCdHealthChecksProps } from './argo-cd/index.ts';
export { clusterScoped } from './cluster-scoped.ts';
export { checkedResource, type ImportedResource } from './custom-resources/index.ts';
export { type ConvertingOperator, CustomResourceDefinitions, type CustomResourceDefinitionsProps } from './crds.ts';
export { givenDeclaration } from './given-declaration.ts';
export { keptAnnotations } from './kept.ts';
export { type LabelOptions, recommendedLabels } from './labels.ts';
export { checkTwice, Faults } from './checks/index.ts';
export { RemovalGuard, type RemovalGuardProps } from './removal-guard/index.ts';
export { containerResources, mergePatch, restrictedContainer, restrictedPod } from './pod/index.ts';
export { AggregatedRoles, type AggregatedRolesProps } from './rbac/index.ts';
export { deployed, formatPattern, imageReference, type IOperator, Operator, toBeAccepted } from './operator/index.ts';
export {
  type AlertingRule,
  GrafanaDashboard,
  type GrafanaDashboardProps,
  MemcachedAlerts,
  type MemcachedAlertsProps,
  OperatorAlerts,
  type OperatorAlertsProps,
  OperatorMonitoring,
  type OperatorMonitoringProps,
  PrometheusRule,
  type PrometheusRuleProps,
  type RecordingRule,
  type RuleGroup,
  type SecureScrape,
  ServiceMonitor,
  type ServiceMonitorProps,
} from './monitoring/index.ts';
export { applyPatches } from './patches/index.ts';
export { PetStore } from './pet-store/index.ts';
export { type GrantedWebhooks, OperatorRbac, type OperatorRbacProps } from './rbac/index.ts';
export {
  EchoSample,
  ImmortalContainerSample,
  MemcachedSample,
  PetSamples,
  type SampleProps,
  ScheduledEchoSample,
  WebServerSample,
} from './samples/index.ts';
export type { Webhooks } from './webhooks/index.ts';
