/**
 * API: one schema defines the TypeScript types of a custom resource and its CRD.
 *
 * Declaration:
 *
 * - `t`, `options`: the schema builder, limited to what a CRD can hold
 * - `schema`: the types of a schema, stored and written; `values`: types beyond JSON schema
 * - `kubernetes-types`: the schemas of Kubernetes' own types, such as PodTemplateSpec
 * - `duration`: the schema of a duration, and its bounds as rules
 * - `make-schema`: assembles the schema of the CRD
 * - `conditions-schema`: the schema of `status.conditions`
 * - `cel`: CEL rules and property names; `property-rules`: ready-made rules
 * - `column`: columns of `kubectl get`
 * - `api`: the declaration of an API with its versions
 *
 * Output:
 *
 * - `define-api`: assembles a declaration, and rejects what the API server would reject
 * - `crd`, `root-schema`: the CRD, exactly as the API server stores it (`custom-resource-definition`)
 * - `scaled-field`: the API server's own checks of the field that `scale` reads
 *
 * Checks:
 *
 * - `define-api` runs all checks; `check-names`, `check-version`, `check-versions` are its parts
 * - `losses`: fields that an object loses in another version
 * - `check-schema`: a schema; `check-bounds`, `check-list`, `check-rules` are its parts
 * - `value-problem`, `scalar-problem`, `formats`, `re2`: whether a default or an example fits
 * - `rule-paths`, `schema-at`: resolve the paths of rules and columns
 * - `inexact-number`: numbers that may be rounded
 *
 * @module
 */
export {
  type Api,
  type ApiDeclaration,
  type ApiOf,
  type ApiScope,
  type InputOf,
  type CustomResource,
  type OtherVersion,
  isApi,
  type ResourceOf,
  type Scale,
  type StoredMeta,
  type VersionDeclaration,
} from './api.ts';
export { cel, escapeCelName, type CelOptions, onCreation } from './cel.ts';
export { column, type Column } from './column.ts';
export type { CrdNames, CrdScale, CrdVersion, CustomResourceDefinition } from './custom-resource-definition.ts';
export { defineApi, toPlural } from './define-api.ts';
export type { ExternalDocs, JsonSchema, ValidationRule } from '../base/index.ts';
export type { StringFormat } from './options.ts';
export { atLeastOneOf, atMostOneOf, exactlyOneOf, immutable } from './property-rules.ts';
export { findValueProblem } from './value-problem.ts';
export { findInexact, hasNumber, inexactNumberHint, type InexactNumber } from './inexact-number.ts';
export { isUnrestricted, findKindSchema } from './schema-at.ts';
export { isVisible, ofEveryObject } from './rule-paths.ts';
export { addScaleBounds } from './scaled-field.ts';
export type { Presence, Schema, Stored, Written } from './schema.ts';
export { t } from './t.ts';
export type { EmbeddedResource, JsonValue, Quantity, UnknownValue } from './values.ts';
