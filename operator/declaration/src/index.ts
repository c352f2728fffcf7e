/**
 * `@kubewright/declaration`: what an operator is, as data, and the texts in which data is written.
 *
 * - `declaration`: the type of `declaration.json`
 * - `json-schema`: the schema of a kind, as a CRD holds it
 * - `json`, `json-patch`, `merge-patch`: values of JSON, paths to them, changes of them
 * - `yaml`: writes YAML that every parser reads alike
 * - `object`: an object of Kubernetes, and the values of its fields
 * - `quantity`: quantities of Kubernetes, such as `1Gi`
 *
 * `@kubewright/declaration/kubectl` runs kubectl: apart, so that no operator has a child process in its image.
 *
 * It imports nothing, and is CommonJS: the runtime, the generators and infra all depend on it.
 *
 * @module
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
} from './declaration.ts';
export { isRecord, getMember, parsePointer, appendPointer, getAtPointer } from './json.ts';
export { mergePatch } from './merge-patch.ts';
export { applyPatch, PatchError, type PatchOperation, type PatchOptions } from './json-patch.ts';
export type { CrdSchema, ExternalDocs, JsonSchema, ValidationRule } from './json-schema.ts';
export {
  getAt,
  getGroup,
  formatIdentity,
  getListAt,
  type PlainObject,
  getStringAt,
  getStringsAt,
  formatTitle,
} from './object.ts';
export { parseQuantity, type Quantity } from './quantity.ts';
export { isAmbiguous, isNumeric, unprintable, writeYaml, formatYamlScalar } from './yaml.ts';
