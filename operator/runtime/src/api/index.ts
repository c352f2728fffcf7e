/**
 * API: one schema gives the TypeScript types of a resource and its CRD.
 *
 * The words of a declaration:
 *
 * - `t`, `options`: the schema builder; what a CRD cannot hold does not exist in it
 * - `schema`: the types that a schema gives, stored and written; `values`: those that JSON schema has no word for
 * - `make-schema` puts together the schema that a CRD holds
 * - `conditions-schema`: that of `status.conditions`
 * - `cel`: rules that the API server checks, and what they call a property; `property-rules`: ready ones
 * - `column`: of `kubectl get`
 * - `api`: all that an API is, version by version
 *
 * What becomes of it:
 *
 * - `define-api`: puts a declaration together and refuses what a cluster would refuse
 * - `crd`, `root-schema`: the definition, exactly as the API server stores it (`custom-resource-definition`)
 * - `scaled-field`: what the API server checks of the field that `scale` reads, whatever its schema says
 *
 * What is checked:
 *
 * - `check-api`: everything; `check-names`, `check-version`, `check-versions` are its parts
 * - `losses`: what an object of one version loses in another
 * - `check-schema`: a schema; `check-bounds`, `check-list`, `check-rules` are its parts
 * - `value-problem`, `scalar-problem`, `formats`, `re2`: whether a default or an example fits
 * - `rule-paths`, `schema-at`: what rules and JSON paths lead to
 * - `inexact-number`: numbers of an object that JSON does not carry as they are
 *
 * @module
 */
export {
  type Api,
  type ApiDeclaration,
  type ApiOf,
  type InputOf,
  type CustomResource,
  type OtherVersion,
  type ResourceOf,
  type Scale,
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
