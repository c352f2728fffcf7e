/**
 * Watch: what happens to the objects of a kind, as one event after the other, whatever happens to the connection.
 *
 * - `watch-objects`: the loop; start here
 * - `watch-state`, `step`: the states, and the one function that leads from each to the next; after the connection broke
 *   it asks whether an etcd has been restored from a backup meanwhile
 * - `list-steps`, `stream-steps`: the steps of a LIST, and of a WATCH or WatchList; what is too
 *   large for one answer is listed in pages (`list-steps`)
 * - `after-failure`, `watch-backoff`: what a failure leads to, and how long it waits; a 410 leads to a new list
 *   (`after-failure`), most others to where it was
 * - `event-stream`: one request, with a deadline
 * - `watch-event`, `watch-context`: what listeners get, and what a watch works with
 *
 * @module
 */
export type { WatchEvent } from './watch-event.ts';
export { watchObjects, type WatchObjectsOptions } from './watch-objects.ts';
