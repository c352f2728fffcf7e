/**
 * What puts an operator into the cluster, for any cdk8s chart.
 *
 * `crds.ts` its kinds · `rbac/` what it may do · `operator/` what runs · `monitoring/` what a Prometheus reads of
 * it · `samples/` something for it to do · `pet-store/` what the Pet operator calls.
 * `argo-cd/` has the health checks of its kinds for Argo CD.
 * Beside them: the labels of everything (`labels.ts`) and objects that live in no namespace (`cluster-scoped.ts`).
 */
export { argoCdHealthChecks, ArgoCdHealthChecks, type ArgoCdHealthChecksProps } from './argo-cd/index.ts';
export { clusterScoped } from './cluster-scoped.ts';
export { CustomResourceDefinitions, type CustomResourceDefinitionsProps } from './crds.ts';
export { givenDeclaration } from './given-declaration.ts';
export { type LabelOptions, recommendedLabels } from './labels.ts';
export {
  type CpuQuantity,
  type MemoryQuantity,
  Operator,
  type OperatorEnvironment,
  type OperatorImage,
  type OperatorMetrics,
  type OperatorOptions,
  type OperatorProps,
  type OperatorResources,
  type OperatorSettings,
} from './operator/index.ts';
export {
  type AlertingRule,
  type DashboardOptions,
  GrafanaDashboard,
  type GrafanaDashboardProps,
  MemcachedAlerts,
  type MemcachedAlertsProps,
  type MonitoringOptions,
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
export { PetStore, type PetStoreData, type PetStoreProps } from './pet-store/index.ts';
export { OperatorRbac, type OperatorRbacProps } from './rbac/index.ts';
export {
  EchoSample,
  ImmortalContainerSample,
  MemcachedSample,
  PetSamples,
  type SampleProps,
  ScheduledEchoSample,
  WebServerSample,
} from './samples/index.ts';
