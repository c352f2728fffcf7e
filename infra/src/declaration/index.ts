/**
 * The declaration of an operator: data, never code. `@kubewright/declaration` declares its type.
 *
 * - `parse` validates any JSON
 * - `load` reads an operator's declaration and the files that it names, returns that of our own operators, and lists
 *   the kinds with finalizers and the cluster-scoped resources
 */
export type {
  DeclaredApi,
  DeclaredForeignKind,
  DeclaredController,
  DeclaredConversion,
  DeclaredCrd,
  DeclaredKind,
  DeclaredLeaderElection,
  DeclaredPolicy,
  DeclaredPorts,
  DeclaredSecureMetrics,
  DeclaredSetting,
  DeclaredWebhook,
  NamedExpression,
  NamespaceSelector,
  OperatorDeclaration,
  PolicyAction,
  PolicyCheck,
  PolicyKind,
  PolicyMutation,
  PolicyOperation,
  PolicyRule,
  SettingType,
  SettingValue,
} from '@kubewright/declaration';
export {
  listClusterScopedResources,
  isCrdOf,
  listFinalizedApis,
  listFinalizingControllers,
  listReconciledApis,
  getKubewrightDeclaration,
  loadDeclaration,
} from './load.ts';
export { parseDeclaration } from './parse.ts';
