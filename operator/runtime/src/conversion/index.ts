/**
 * Conversion: the versions of one kind, and how objects are converted between them without loss.
 *
 * What an author declares:
 *
 * - `define-conversion`, `spoke`: the hub, which controllers use, and the versions around it
 * - `content`: what the functions of a spoke see and return
 * - `unconvertible`: an object that has no equivalent
 * - `check-conversion`: what is refused; `merged-crd`: the definition of all versions
 *
 * What becomes of an object:
 *
 * - `convert`: an object in another version; `steps`: the way there, by the hub
 * - `call`: one call of an author's function; `shared-status`: what it need not convert
 * - `difference`: what one content has that another has not; `kept`: the same in an annotation
 *
 * What becomes of stored objects:
 *
 * - `migration/`: they are stored anew when another version is stored
 *
 * What the API server asks:
 *
 * - `conversion-review`: its question and our answer, as values
 * - `answer-conversion`: the same for an HTTP request; `report-failure`: what is said of an object that failed;
 *   `once-a-minute`: and how often
 *
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 *
 * @module
 */
export { createConversions, type ConversionObserver, type ConversionsOptions } from './answer-conversion.ts';
export type { Content, Converted } from './content.ts';
export { keepStorageMigrated, type MigrationObserver, type MigrationOptions } from './migration/index.ts';
export { convert } from './convert.ts';
export {
  defineConversion,
  type ConversionDefinition,
  type ConversionOptions,
  type SpokeDefinition,
} from './define-conversion.ts';
export { keptPrefix } from './kept.ts';
export { spoke, type Spoke, type SpokeDeclaration } from './spoke.ts';
export { NotConverted, unconvertible, type ConversionFailure } from './unconvertible.ts';
