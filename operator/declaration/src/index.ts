/**
 * `@kubewright/declaration`: an operator as data, and the formats of such data.
 *
 * - `declaration`: the type of `declaration.json`
 * - `json-schema`: the schema of a kind in a CRD
 * - `kubernetes-type`: marks schemas that are Kubernetes' own types
 * - `json`, `json-patch`, `merge-patch`: JSON values, pointers and patches
 * - `yaml`: writes YAML that every parser reads alike
 * - `object`: Kubernetes objects and their fields
 * - `quantity`: Kubernetes quantities, such as `1Gi`
 *
 * `@kubewright/declaration/kubectl` runs kubectl. It is a separate entry point, so operator images do not contain
 * `child_process` code.
 *
 * The package has no dependencies and is CommonJS, because the runtime, the generators and infra all depend on it.
 *
 * @module
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
} from './declaration.ts';
export { isRecord, getMember, parsePointer, appendPointer, getAtPointer } from './json.ts';
export { mergePatch } from './merge-patch.ts';
export { applyPatch, PatchError, type PatchOperation, type PatchOptions } from './json-patch.ts';
export type { CrdSchema, ExternalDocs, JsonSchema, ValidationRule } from './json-schema.ts';
export { getKubernetesType, linkKubernetesType } from './kubernetes-type.ts';
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
