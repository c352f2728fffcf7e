/**
 * The declaration of an operator: data, never code.
 *
 * `declaration.ts` has the types (`policy.ts` those of admission policies), `parse.ts` validates any JSON (with
 * `policy-shape.ts`), `load.ts` reads any operator's declaration and the files that it names (by `files.ts`, with
 * `definition.ts`), `finalized.ts` says which kinds need the operator to be deleted, `cluster-scoped.ts` which resources live in no namespace, and `own.ts` has the one of our own operators, which is generated as `kubewright.json`.
 */
export {
  type DeclaredApi,
  type DeclaredController,
  type DeclaredConversion,
  type DeclaredDefinition,
  type DeclaredKind,
  type DeclaredLeaderElection,
  type DeclaredPorts,
  type DeclaredSecureMetrics,
  type DeclaredSetting,
  type DeclaredWebhook,
  type OperatorDeclaration,
  type PolicyRule,
  type SettingType,
  type SettingValue,
} from './declaration.ts';
export { clusterScopedResources } from './cluster-scoped.ts';
export { defines } from './definition.ts';
export { finalizedApis } from './finalized.ts';
export { loadDeclaration } from './load.ts';
export { kubewrightDeclaration } from './own.ts';
export { parseDeclaration } from './parse.ts';
export {
  type DeclaredPolicy,
  type NamedExpression,
  type NamespaceSelector,
  type PolicyAction,
  type PolicyCheck,
  type PolicyKind,
  type PolicyMutation,
  type PolicyOperation,
} from './policy.ts';
