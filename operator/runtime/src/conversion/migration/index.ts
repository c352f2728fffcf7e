/**
 * Migration: objects that are stored in an older version are stored anew.
 *
 * - `storage-migration`: follows the definition, and migrates when that is due; start here
 * - `definition`: what the definition says of stored versions, and how far a migration has come
 * - `rewrite`: all objects, at a bounded rate
 * - `announce`: the event at the end
 *
 * @module
 */
export type { MigrationObserver } from './rewrite.ts';
export { keepStorageMigrated, type MigrationOptions } from './storage-migration.ts';
