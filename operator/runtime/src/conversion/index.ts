/**
 * Conversion: the versions of one kind, and how objects are converted between them without loss.
 *
 * What an author declares:
 *
 * - `define-conversion`, `spoke`: the hub, which controllers use, and the versions around it: what their functions see and return
 * - `conversionError`: an object that has no equivalent
 * - `check-conversion`: what is refused
 *
 * What becomes of an object:
 *
 * - `convert`: an object in another version; `steps`: the way there, by the hub
 * - `call`: one call of an author's function
 * - `difference`: what one content has that another has not; `retained`: the same in an annotation
 *
 * What becomes of stored objects:
 *
 * - `migration/storage-migration`: follows the definition, and migrates when that is due
 * - `migration/definition`: what the definition says of stored versions, and how far a migration has come
 * - `migration/rewrite`: all objects, at a bounded rate
 *
 * What the API server asks:
 *
 * - `conversion-review`: its question and our answer, as values
 * - `answer-conversion`: the same for an HTTP request; `report-failure`: what is said of an object that failed,
 *   and how often
 *
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 *
 * @module
 */
export { createConversions, type ConversionObserver, type ConversionsOptions } from './answer-conversion.ts';
export { type Content, type ConversionResult, spoke, type Spoke, type SpokeDeclaration } from './spoke.ts';
export type { MigrationObserver } from './migration/rewrite.ts';
export { keepStorageMigrated, type MigrationOptions } from './migration/storage-migration.ts';
export { convert } from './convert.ts';
export {
  defineConversion,
  type ConversionDefinition,
  type ConversionOptions,
  type SpokeDefinition,
} from './define-conversion.ts';
export { ConversionError, conversionError, type ConversionFailure } from './unconvertible.ts';
