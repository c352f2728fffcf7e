/**
 * Cache: what we last saw and what we just wrote, so that no reconcile runs on a view older than our own last write.
 *
 * - `object-cache`: the contract
 * - `caches`: makes one cache per kind and selection, and runs their watches
 * - `watched-cache`: a cache: takes in events and our own writes, notifies the listeners
 * - `take-event`: the rules for events, as functions
 * - `watch-progress`: how far a watch has come, and which of our own writes and deletions it has yet to show
 * - `listeners`: who is notified of a change; events that come while we write wait until the answer says whose they are
 * - `own-fields`: what is dropped from an object, and what is remembered of it
 * - `kind-views`, `label-selector`: show what is written through one cache in all others of the kind that select it
 * - `indexer`: finds objects by a value (an index), for reverse look-ups
 * - `object-store`, `latch`: the parts
 *
 * @module
 */
export { WatchedCaches, type Caches, type CacheSelection, type CacheState } from './caches.ts';
export { createLabelTest } from './label-selector.ts';
export type { CacheView, Change, ChangeListener, ObjectCache } from './object-cache.ts';

export { isOwnedByUpdate, findOwnFields } from './own-fields.ts';
