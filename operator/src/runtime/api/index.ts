/**
 * API: one schema gives the TypeScript types of a resource and its CRD.
 *
 * - `t`: the schema builder; what a CRD cannot hold does not exist in it
 * - `cel`: rules that the API server checks
 * - `define-api`: puts a declaration together and refuses what a cluster would refuse
 * - `crd`: the definition, exactly as the API server stores it
 *
 * @module
 */
export {
  type Api,
  type ApiDeclaration,
  type ApiOf,
  type InputOf,
  type CustomResource,
  type ResourceOf,
  type Scale,
} from './api.ts';
export { cel, type CelOptions } from './cel.ts';
export { column, type Column } from './column.ts';
export type { CustomResourceDefinition } from './custom-resource-definition.ts';
export { defineApi, pluralOf } from './define-api.ts';
export type { JsonSchema, ValidationRule } from './json-schema.ts';
export type { Presence, Schema, Stored, Written } from './schema.ts';
export { t } from './t.ts';
