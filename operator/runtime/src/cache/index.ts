/**
 * Cache: the last known objects with our own writes, so that no reconcile sees a view older than our last write.
 *
 * - `object-cache`: the contract
 * - `caches`, `cache-entry`: create one cache per kind and selection, and run their watches
 * - `cache-watches`, `scope-table`, `watch-scope`: what a cache watches; scopes are added and removed while it runs
 * - `selected-namespaces`: the namespaces that a label selector selects, as scopes
 * - `installed-kinds`, `presence`: whether the API server serves the optional kinds
 * - `watched-cache`: a cache: applies events and our own writes, notifies the listeners
 * - `take-event`: the rules for events, as functions
 * - `watch-progress`: the position of a watch, and our own writes and deletions that it has yet to show
 * - `listeners`: notifies listeners of changes; defers events during our writes until the response identifies them
 * - `own-fields`: trims an object, and remembers our fields of it
 * - `editors`: the field managers of owners that edit objects of others
 * - `kind-views`, `label-selector`: show writes through one cache in all others of the kind that select the object
 * - `indexer`: finds objects by a value (an index), for reverse look-ups
 * - `object-store`, `latch`: the parts
 *
 * @module
 */
export type { CacheSelection, CacheState } from './cache-options.ts';
export { WatchedCaches, type Caches, type ScopedCache } from './caches.ts';
export type { CacheIndex } from './indexer.ts';
export { createLabelTest } from './label-selector.ts';
export type { CacheView, Change, ChangeListener, ObjectCache } from './object-cache.ts';

export { buildEditor } from './editors.ts';
export { isOwnedByUpdate, findOwnFields, listEdits } from './own-fields.ts';
