/**
 * Kubewright for cdk8s: operators as constructs.
 *
 * - `Operator` runs an operator: ServiceAccount, permissions, Deployment, disruption budget, metrics, network policy.
 * - `CustomResourceDefinitions` brings its kinds, `OperatorRbac` its permissions alone.
 * - `WebServer` and the other kinds are typed constructs of their own.
 * - `CrdsChart`, `OperatorChart`, `SamplesChart` are the units that this project's own manifests are made of, and
 *   `environments` the places that they are made for.
 * - Every construct takes the declaration of any operator: `loadDeclaration(file)`.
 *
 * With Pulumi, see `@kubewright/infra/pulumi`.
 */
export {
  CrdsChart,
  OperatorChart,
  type OperatorChartProps,
  SamplesChart,
  type SamplesChartProps,
} from './charts/index.ts';
export {
  type CpuQuantity,
  CustomResourceDefinitions,
  type CustomResourceDefinitionsProps,
  type MemoryQuantity,
  Operator,
  type OperatorEnvironment,
  type OperatorImage,
  type OperatorOptions,
  type OperatorProps,
  OperatorRbac,
  type OperatorRbacProps,
  type OperatorResources,
  type OperatorSettings,
  type SampleProps,
  WebServerSample,
} from './constructs/index.ts';
export {
  type DeclaredApi,
  type DeclaredController,
  type DeclaredKind,
  type DeclaredLeaderElection,
  type DeclaredPorts,
  type DeclaredSetting,
  kubewrightDeclaration,
  loadDeclaration,
  type OperatorDeclaration,
  parseDeclaration,
  type PolicyRule,
  type SettingType,
  type SettingValue,
} from './declaration/index.ts';
export { dev, embedded, type Environment, environments, findEnvironment, production } from './environments/index.ts';
export { WebServer, type WebServerProps, type WebServerSpec } from '@kubewright/imports';
