/**
 * The options of an operator, of its environments and of what deploys them: one table.
 *
 * A group in `operator.ts`, `webhooks.ts`, `patches.ts`, `pod.ts`, `network.ts`, `monitoring.ts`, `pet-store.ts`, `environment.ts` or `gitops.ts` says
 * of each option what it may be, what it means, and what holds without it. From the groups come the interfaces
 * (`types.ts`, by `npm run generate`), what is said of wrong values (`check.ts`), and the JSON Schemas (`json-schema.ts`).
 *
 * `schema.ts` has what groups are made of, `names.ts` the names of Kubernetes, `quantity.ts` its quantities, and
 * `kubernetes.ts` its own types. `given-types.ts` has the types that no schema can tell.
 *
 * @module
 */
export { check, type Checked, type Fault, fault, faultsOf, nearest } from './check.ts';
export { environment as environmentGroup } from './environment.ts';
export type {
  ArgoCdCluster,
  OlmCapabilities,
  OlmInstallMode,
  OperatorSettings,
  Overrides,
  Patch,
  PodCount,
} from './given-types.ts';
export {
  definitionsProps as definitionsGroup,
  healthProps as healthGroup,
  operatorMonitoringProps as operatorMonitoringGroup,
  policiesProps as policiesGroup,
  rbacProps as operatorRbacGroup,
  removalGuardProps as removalGuardGroup,
  rolesProps as aggregatedRolesGroup,
} from './constructs.ts';
export { gitOps as gitOpsGroup } from './gitops.ts';
export { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
export { monitoringOptions as monitoringGroup } from './monitoring.ts';
export {
  annotations,
  environmentVariable,
  installationName,
  label,
  labelKey,
  labels,
  namespaceName,
  objectName,
  port,
  serviceName,
} from './names.ts';
export {
  operatorEnvironment as operatorEnvironmentGroup,
  operatorMetrics as operatorMetricsGroup,
  operatorOptions as operatorOptionsGroup,
} from './operator.ts';
export { olmBundleOptions as olmBundleGroup } from './olm.ts';
export { metadata as metadataSchema } from './metadata.ts';
export { petStoreProps as petStorePropsGroup } from './pet-store.ts';
export {
  alertsProps as alertsGroup,
  dashboardProps as dashboardGroup,
  memcachedAlertsProps as memcachedAlertsGroup,
  ruleProps as prometheusRuleGroup,
  serviceMonitorProps as serviceMonitorGroup,
} from './prometheus.ts';
export { declaration as anyDeclaration, operatorProps as operatorPropsGroup } from './props.ts';
export {
  anyObject,
  anything,
  boolean,
  either,
  integer,
  lazy,
  list,
  map,
  number,
  object,
  type ObjectSchema,
  oneOf,
  openObject,
  optional,
  orFalse,
  type Fields,
  type Schema,
  string,
  text,
  value,
} from './schema.ts';
export { settingValue } from './setting-value.ts';
export type {
  AdmissionPoliciesProps,
  AggregatedRolesProps,
  AlertingRule,
  AlertOptions,
  ArgoCdHealthChecksProps,
  ConvertingOperator,
  CustomResourceDefinitionsProps,
  GrafanaDashboardProps,
  GrantedWebhooks,
  MemcachedAlertsProps,
  OperatorAlertsProps,
  OperatorMonitoringProps,
  OperatorRbacProps,
  PrometheusRuleProps,
  RecordingRule,
  RemovalGuardOptions,
  RuleGroup,
  SecureScrape,
  ServiceMonitorProps,
  ArgoCdOptions,
  CertificateFolder,
  CertManagerCertificate,
  CertManagerIssuer,
  DashboardOptions,
  DurationAlertOptions,
  Environment,
  EnvironmentNamespace,
  EnvironmentPetStore,
  FluxOptions,
  FluxSource,
  GitOps,
  MonitoringOptions,
  MountedCertificate,
  ObjectPatch,
  OlmBundleOptions,
  OlmShownData,
  OperatorAlertsOptions,
  OperatorDisruptions,
  OperatorEgress,
  OperatorEnvironment,
  OperatorImage,
  OperatorMetrics,
  OperatorNetwork,
  OperatorOptions,
  OperatorPod,
  OperatorProps,
  OperatorResources,
  OperatorRollingUpdate,
  OperatorServiceAccount,
  OperatorWebhooks,
  PetStoreData,
  PetStoreProps,
  ScrapeOptions,
  ShareAlertOptions,
} from './types.ts';
export { operatorWebhooks as operatorWebhooksGroup } from './webhooks.ts';
