/**
 * Operators as constructs of cdk8s, for the declaration of any operator: `loadDeclaration(file)`.
 *
 * - `Operator` runs an operator: ServiceAccount, permissions, Deployment, PodDisruptionBudget, NetworkPolicy, a Service
 *   for its metrics, and what its webhooks need.
 * - `CustomResourceDefinitions` deploys its kinds, `OperatorRbac` only its permissions, `AggregatedRoles` those of people.
 * - `RemovalGuard` refuses to delete an operator while there are resources that need it.
 * - `AdmissionPolicies` deploys what the API server itself checks and completes for an operator.
 * - `OperatorMonitoring` deploys a ServiceMonitor, alerts and a dashboard, `OperatorAlerts` only the alerts.
 *   `PrometheusRule`, `ServiceMonitor` and `GrafanaDashboard` are for any chart.
 * - `withSchemaValidation` makes a class of `cdk8s import` check its objects by the schema of their kind.
 * - `ArgoCdHealthChecks` has the health checks of its kinds for Argo CD.
 * - `CrdsChart` and `OperatorChart` are the units of the manifests of an `Environment`, which `loadEnvironment` reads from a
 *   file.
 * - `createManifestsApp` and `writeManifests` write the manifests of your environments for GitOps, and what Argo CD and Flux
 *   need to deploy them.
 *
 * Without a declaration they deploy the operators of this project, whose kinds, samples and environments are in
 * `@kubewright/infra/catalogue`. For Pulumi, see `@kubewright/infra/pulumi`; for which changes of CRDs are breaking,
 * `@kubewright/infra/crd-changes`; for bundles of the Operator Lifecycle Manager, `@kubewright/infra/olm`; for Helm charts,
 * `@kubewright/infra/helm`.
 */
export {
  CrdsChart,
  type EnvironmentChartProps,
  NamespacesChart,
  OperatorChart,
  type OperatorChartProps,
} from './charts/index.ts';
export { renderArgoCdHealthChecks } from './api-objects/index.ts';
export {
  AdmissionPolicies,
  AggregatedRoles,
  ArgoCdHealthChecks,
  withSchemaValidation,
  CustomResourceDefinitions,
  GrafanaDashboard,
  type ImportedResource,
  type IOperator,
  Operator,
  OperatorAlerts,
  OperatorMonitoring,
  OperatorRbac,
  PrometheusRule,
  RemovalGuard,
  type RemovalGuardProps,
  ServiceMonitor,
  type Webhooks,
} from './constructs/index.ts';
export {
  type DeclaredApi,
  type DeclaredController,
  type DeclaredConversion,
  type DeclaredCrd,
  type DeclaredKind,
  type DeclaredLeaderElection,
  type DeclaredPolicy,
  type DeclaredPorts,
  type DeclaredSecureMetrics,
  type DeclaredSetting,
  type DeclaredWebhook,
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

export { loadEnvironment } from './environments/index.ts';
export {
  type ArgoCdApplication,
  buildArgoCdApplications,
  type ArgoCdGitOps,
  buildArgoCdAppOfApps,
  type ArgoCdSyncPolicy,
  type FluxGitOps,
  type FluxKustomization,
  buildFluxKustomizations,
  type IgnoredDifference,
  type ManifestObject,
  type Stage,
} from './gitops/index.ts';
export {
  createManifestsApp,
  type ManifestsAppProps,
  type ManifestsOptions,
  renderManifests,
  listStages,
  writeManifests,
} from './synthesis/index.ts';
export type {
  AdmissionPoliciesProps,
  AggregatedRolesProps,
  AlertingRule,
  AlertOptions,
  ArgoCdHealthChecksProps,
  ArgoCdCluster,
  ArgoCdOptions,
  CertificateFolder,
  CertManagerCertificate,
  CertManagerIssuer,
  ConvertingOperator,
  CustomResourceDefinitionsProps,
  DashboardOptions,
  DurationAlertOptions,
  Environment,
  EnvironmentNamespace,
  EnvironmentPetStore,
  FluxOptions,
  FluxSource,
  GitOps,
  GrafanaDashboardProps,
  GrantedWebhooks,
  MonitoringOptions,
  MountedCertificate,
  ObjectPatch,
  OperatorAlertsOptions,
  OperatorAlertsProps,
  OperatorDisruptions,
  OperatorEgress,
  OperatorEnvironment,
  OperatorImage,
  OperatorMetrics,
  OperatorMonitoringProps,
  OperatorNetwork,
  OperatorOptions,
  OperatorPod,
  OperatorProps,
  OperatorRbacProps,
  OperatorResources,
  OperatorRollingUpdate,
  OperatorServiceAccount,
  OperatorSettings,
  OperatorWebhooks,
  Overrides,
  Patch,
  PodCount,
  PrometheusRuleProps,
  RecordingRule,
  RemovalGuardOptions,
  RuleGroup,
  ScrapeOptions,
  SecureScrape,
  ServiceMonitorProps,
  ShareAlertOptions,
} from './options/index.ts';
