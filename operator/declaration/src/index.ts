/**
 * `@kubewright/declaration`: what an operator is, as data, and the texts in which data is written.
 *
 * - `declaration`, `policy`: the type of `declaration.json`
 * - `json`, `json-pointer`, `json-patch`: values of JSON, paths to them, changes of them
 * - `mistakable`, `yaml`: writes YAML that every parser reads alike
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
  DeclaredDefinition,
  DeclaredKind,
  DeclaredLeaderElection,
  DeclaredPorts,
  DeclaredSecureMetrics,
  DeclaredSetting,
  DeclaredWebhook,
  OperatorDeclaration,
  PolicyRule,
  SettingType,
  SettingValue,
} from './declaration.ts';
export { isRecord, memberOf } from './json.ts';
export { applyPatch, PatchError, type PatchOperation, type PatchOptions } from './json-patch.ts';
export { namesIn, pointerTo, valueAt } from './json-pointer.ts';
export { isMistakable, isNumeric, unprintable } from './mistakable.ts';
export { at, groupOf, identityOf, listAt, type PlainObject, textAt, textsAt, titleOf } from './object.ts';
export type {
  DeclaredPolicy,
  NamedExpression,
  NamespaceSelector,
  PolicyAction,
  PolicyCheck,
  PolicyKind,
  PolicyMutation,
  PolicyOperation,
} from './policy.ts';
export { parseQuantity, type Quantity } from './quantity.ts';
export { writeYaml, yamlScalar } from './yaml.ts';
