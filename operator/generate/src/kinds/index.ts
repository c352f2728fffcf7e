/**
 * Generates `runtime/kinds`: readonly types and `Kind` values of the built-in kinds, from the OpenAPI documents and the
 * discovery of the pinned API server.
 *
 * - `builtin-kinds`: which kinds, as data
 * - `open-api-source`, `api-documents`: reading the server's documents
 * - `stored-nulls`: what those documents do not say, as data
 * - `declarations`, `schema-names`: which types come out, and what they are called
 * - `type-text`, `doc-comment`: a schema as TypeScript, a description as a comment
 * - `group-file`, `index-file`: the text of the files
 * - `seal`, `fingerprint`: whether anything would change, found out without a control plane
 *
 * Needs prettier, which only this repository installs: import it lazily from what is published.
 *
 * @module
 */
export { builtinKinds, kindsLeftOut, type KindGroup } from './builtin-kinds.ts';
export { kindsAreCurrent, kindsFingerprint } from './fingerprint.ts';
export { generateKinds, type GenerateKindsOptions } from './generate-kinds.ts';
export { openApiSource, type OpenApiSource } from './open-api-source.ts';
