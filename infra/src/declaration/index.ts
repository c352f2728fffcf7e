/**
 * The declaration of an operator: data, never code. `@kubewright/declaration` has its type.
 *
 * - `parse`: validates any JSON
 * - `load`: reads any operator's declaration and the files that it names, has that of our own operators, and says which kinds
 *   need the operator to be deleted, and which resources live in no namespace
 */
export type {
  DeclaredApi,
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
  getKubewrightDeclaration,
  loadDeclaration,
} from './load.ts';
export { parseDeclaration } from './parse.ts';
