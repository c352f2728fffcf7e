/**
 * Generates `runtime/src/kinds/generated`: readonly types and `Kind` values of the built-in kinds, from the OpenAPI documents and the
 * discovery of the pinned API server.
 *
 * - `builtin-kinds`: the list of kinds
 * - `open-api-source`, `api-documents`: read the documents of the API server
 * - `stored-nulls`: nullable fields that the documents do not declare
 * - `declarations`, `schema-names`: the generated types and their names
 * - `type-text`, `doc-comment`: a schema as TypeScript, a description as a comment
 * - `group-file`, `index-file`: the texts of the files
 * - `seal`, `fingerprint`: whether the files are up to date, without a control plane
 *
 * Needs Prettier, which only this repository installs: published code has to import this folder lazily.
 *
 * @module
 */
export { builtinKinds, kindsLeftOut, type KindGroup } from './builtin-kinds.ts';
export { kindsAreCurrent, kindsFingerprint } from './fingerprint.ts';
export { generateKinds, type GenerateKindsOptions } from './generate-kinds.ts';
export { openApiSource, type OpenApiSource } from './open-api-source.ts';
