/**
 * The options of an operator, its environments and its delivery, in one table.
 *
 * The groups in `operator.ts`, `pod.ts`, `webhooks.ts`, `patches.ts`, `monitoring.ts`, `pet-store.ts`,
 * `environment.ts`, `gitops.ts`, `olm.ts`, `constructs.ts` and `prometheus.ts` describe each option with its allowed
 * values, meaning and default. From them come the interfaces (`types.ts`, by `npm run generate`), the messages about
 * invalid values (`check.ts`), and the JSON Schemas.
 *
 * `schema.ts` contains the building blocks of groups, `values.ts` and `kubernetes.ts` the values of Kubernetes,
 * `given-types.ts` types that schemas cannot express.
 *
 * @module
 */
export { validateObject, type FieldError, createFieldError, validateValue, findNearest } from './check.ts';
export { environment as environmentGroup, operatorProps as operatorPropsGroup } from './environment.ts';
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
export {
  declaration as anyDeclaration,
  installationName,
  label,
  labels,
  metadata as metadataSchema,
  namespaceName,
  port,
  settingValue,
} from './values.ts';
export { operatorOptions as operatorOptionsGroup } from './operator.ts';
export { olmBundleOptions as olmBundleGroup } from './olm.ts';
export { petStoreProps as petStorePropsGroup } from './pet-store.ts';
export {
  alertsProps as alertsGroup,
  dashboardProps as dashboardGroup,
  memcachedAlertsProps as memcachedAlertsGroup,
  ruleProps as prometheusRuleGroup,
  serviceMonitorProps as serviceMonitorGroup,
} from './prometheus.ts';
export {
  anyObject,
  anything,
  boolean,
  either,
  isPlainRecord,
  type JsonSchema,
  toJsonSchema,
  lazy,
  list,
  map,
  number,
  object,
  type ObjectSchema,
  oneOf,
  openObject,
  optional,
  type Fields,
  type Schema,
  string,
  text,
  value,
} from './schema.ts';
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
