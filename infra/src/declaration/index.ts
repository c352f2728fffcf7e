/**
 * What infra knows of an operator: data, never code.
 *
 * `declaration.ts` is the contract, `parse.ts` holds any JSON to it (`shape.ts` finds the words), `load.ts` reads it
 * from a file: this project's own or anyone's.
 */
export {
  type DeclaredApi,
  type DeclaredController,
  type DeclaredKind,
  type DeclaredLeaderElection,
  type DeclaredPorts,
  type DeclaredSecureMetrics,
  type DeclaredSetting,
  type OperatorDeclaration,
  type PolicyRule,
  type SettingType,
  type SettingValue,
} from './declaration.ts';
export { kubewrightDeclaration, loadDeclaration } from './load.ts';
export { parseDeclaration } from './parse.ts';
