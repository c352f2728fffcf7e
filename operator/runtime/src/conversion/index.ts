/**
 * Conversion: the versions of one kind, and lossless conversion between them.
 *
 * Declaration:
 *
 * - `define-conversion`, `spoke`: the hub, which controllers use, and the other versions with their conversion
 *   functions
 * - `conversion-error`: the errors of a conversion, such as for an object without an equivalent in the other version
 * - `check-conversion`: validation of a declaration
 *
 * Converting an object:
 *
 * - `convert`: converts an object to another version; `steps`: the path through the hub
 * - `call`: one call of a conversion function
 * - `difference`: content that one version has and another lacks; `retained`: stores it in an annotation
 *
 * Storage migration:
 *
 * - `migration/storage-migration`: watches the CRD, and migrates when necessary
 * - `migration/position`: stored versions in the CRD, and the progress of a migration
 * - `migration/rewrite`: rewrites all objects at a limited rate
 *
 * Webhook:
 *
 * - `conversion-review`: request and response as values
 * - `answer-conversion`: handles an HTTP request; `report-failure`: reports failed objects at a limited rate
 *
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 *
 * @module
 */
export { createConversions, type ConversionObserver } from './answer-conversion.ts';
export {
  type Content,
  type ConversionResult,
  type SharedFields,
  spoke,
  type Spoke,
  type SpokeDeclaration,
} from './spoke.ts';
export type { SharedNames } from './call.ts';
export type { MigrationObserver } from './migration/rewrite.ts';
export { keepStorageMigrated } from './migration/storage-migration.ts';
export { convert } from './convert.ts';
export {
  defineConversion,
  type ConversionDefinition,
  type ConversionOptions,
  type SpokeDefinition,
} from './define-conversion.ts';
export { ConversionError, conversionError, type ConversionFailure } from './conversion-error.ts';
