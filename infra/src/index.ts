/**
 * Operators as cdk8s constructs, for the declaration of any operator: `loadDeclaration(file)`.
 *
 * - `Operator` runs an operator: ServiceAccount, permissions, Deployment, PodDisruptionBudget, NetworkPolicy, a
 *   Service for its metrics, and the objects of its webhooks.
 * - `CustomResourceDefinitions` deploys its kinds, `OperatorRbac` only its permissions, `AggregatedRoles` those of
 *   users.
 * - `RemovalGuard` rejects the deletion of an operator while custom resources need it.
 * - `AdmissionPolicies` deploys policies that the API server evaluates itself.
 * - `OperatorMonitoring` deploys a ServiceMonitor, alerts and a dashboard, `OperatorAlerts` only the alerts.
 *   `PrometheusRule`, `ServiceMonitor` and `GrafanaDashboard` work in any chart.
 * - `withSchemaValidation` makes a class of `cdk8s import` validate its objects.
 * - `ArgoCdHealthChecks` creates the health checks of its kinds for Argo CD.
 * - `CrdsChart` and `OperatorChart` are the stages of the manifests of an `Environment`, which `loadEnvironment`
 *   reads from a file.
 * - `createManifestsApp` and `writeManifests` write the manifests of your environments for GitOps, with the objects
 *   that Argo CD and Flux need to deploy them.
 *
 * Without a declaration they deploy Kubewright's own operator, whose kinds, samples and environments are in
 * `@kubewright/infra/catalogue`. For Pulumi, see `@kubewright/infra/pulumi`; for breaking CRD changes,
 * `@kubewright/infra/crd-changes`; for bundles of the Operator Lifecycle Manager, `@kubewright/infra/olm`; for Helm
 * charts, `@kubewright/infra/helm`.
 */
export { CrdsChart, NamespacesChart } from './charts/cluster.ts';
export { OperatorChart } from './charts/operator.ts';
export type { EnvironmentChartProps, OperatorChartProps } from './charts/props.ts';
export { renderArgoCdHealthChecks } from './api-objects/argo-cd-health.ts';
export {
  AdmissionPolicies,
  AggregatedRoles,
  ArgoCdHealthChecks,
  withSchemaValidation,
  CustomResourceDefinitions,
  GrafanaDashboard,
  type ImportedResource,
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
  type DeclaredForeignKind,
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

export { loadEnvironment } from './environments/load.ts';
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
} from './synthesis/manifests.ts';
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
