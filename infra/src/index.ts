/**
 * Kubewright for cdk8s: operators as constructs.
 *
 * - `Operator` runs an operator: ServiceAccount, permissions, Deployment, PodDisruptionBudget, NetworkPolicy, a Service
 *   for its metrics, and what its webhooks need.
 * - `CustomResourceDefinitions` deploys its kinds, `OperatorRbac` only its permissions.
 * - `AdmissionPolicies` deploys what the API server itself checks and completes for an operator.
 * - `WebServer` and the other kinds are typed constructs.
 * - `PetStore` runs the pet store that the Pet operator calls.
 * - `OperatorMonitoring` deploys a ServiceMonitor and alerts. `PrometheusRule` and `ServiceMonitor` are for any chart.
 * - `ArgoCdHealthChecks` has the health checks of its kinds for Argo CD.
 * - `GrafanaDashboard` deploys the dashboard of an operator, or any other.
 * - `CrdsChart`, `OperatorChart`, `PetStoreChart` and `SamplesChart` are the units of this project's own manifests, and
 *   `environments` are the environments of these manifests.
 * - Every construct accepts the declaration of any operator: `loadDeclaration(file)`.
 *
 * For Pulumi, see `@kubewright/infra/pulumi`.
 */
export {
  CrdsChart,
  OperatorChart,
  type OperatorChartProps,
  PetStoreChart,
  type PetStoreChartProps,
  SamplesChart,
  type SamplesChartProps,
} from './charts/index.ts';
export {
  AdmissionPolicies,
  type AdmissionPoliciesProps,
  type AlertingRule,
  argoCdHealthChecks,
  ArgoCdHealthChecks,
  type ArgoCdHealthChecksProps,
  type CertManagerCertificate,
  type CertManagerIssuer,
  type CpuQuantity,
  CustomResourceDefinitions,
  type ConvertingOperator,
  type CustomResourceDefinitionsProps,
  type DashboardOptions,
  EchoSample,
  GrafanaDashboard,
  type GrafanaDashboardProps,
  type GrantedWebhooks,
  ImmortalContainerSample,
  MemcachedAlerts,
  type MemcachedAlertsProps,
  MemcachedSample,
  type MemoryQuantity,
  type MonitoringOptions,
  type MountedCertificate,
  Operator,
  type OperatorEnvironment,
  type OperatorImage,
  type OperatorMetrics,
  OperatorMonitoring,
  type OperatorMonitoringProps,
  type OperatorOptions,
  type OperatorProps,
  OperatorRbac,
  type OperatorRbacProps,
  type OperatorResources,
  type OperatorSettings,
  type OperatorWebhooks,
  PetSamples,
  PetStore,
  type PetStoreData,
  type PetStoreProps,
  PrometheusRule,
  type PrometheusRuleProps,
  type RecordingRule,
  type RuleGroup,
  type SampleProps,
  ScheduledEchoSample,
  type SecureScrape,
  ServiceMonitor,
  type ServiceMonitorProps,
  type Webhooks,
  WebServerSample,
} from './constructs/index.ts';
export {
  type DeclaredApi,
  type DeclaredController,
  type DeclaredConversion,
  type DeclaredKind,
  type DeclaredLeaderElection,
  type DeclaredPolicy,
  type DeclaredPorts,
  type DeclaredSecureMetrics,
  type DeclaredSetting,
  type DeclaredWebhook,
  kubewrightDeclaration,
  loadDeclaration,
  type NamedExpression,
  type NamespaceSelector,
  type OperatorDeclaration,
  parseDeclaration,
  type PolicyAction,
  type PolicyCheck,
  type PolicyKind,
  type PolicyMutation,
  type PolicyOperation,
  type PolicyRule,
  type SettingType,
  type SettingValue,
} from './declaration/index.ts';
export { dev, embedded, type Environment, environments, findEnvironment, production } from './environments/index.ts';
export {
  Echo,
  type EchoProps,
  type EchoSpec,
  ImmortalContainer,
  type ImmortalContainerProps,
  type ImmortalContainerSpec,
  Memcached,
  type MemcachedProps,
  type MemcachedSpec,
  Pet,
  type PetProps,
  type PetSpec,
  PetSpecType,
  ScheduledEcho,
  type ScheduledEchoProps,
  type ScheduledEchoSpec,
  WebServer,
  type WebServerProps,
  type WebServerSpec,
} from '@kubewright/imports';
