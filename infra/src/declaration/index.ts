/**
 * The declaration of an operator: data, never code.
 *
 * `declaration.ts` has the types (`policy.ts` those of admission policies), `parse.ts` validates any JSON (with
 * `policy-shape.ts`), and `load.ts` reads a declaration from a file: the one of our own
 * operators, or of any operator.
 */
export {
  type DeclaredApi,
  type DeclaredController,
  type DeclaredConversion,
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
export { kubewrightDeclaration, loadDeclaration } from './load.ts';
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
