/**
 * Watch: the changes of the objects of a kind, as one event after the other, whatever happens to the connection.
 *
 * - `watch-objects`: the loop; start here
 * - `watch-state`, `step`: the states, and the function from each to the next; after the connection broke it checks
 *   whether etcd was restored from a backup meanwhile
 * - `list-steps`, `stream-steps`: the steps of a LIST, and of a WATCH or WatchList; a list that is too large for one
 *   response is read in pages (`list-steps`)
 * - `after-failure`, `watch-backoff`: the state after a failure, and how long it waits; a 410 leads to a new list, most
 *   other failures to the same request
 * - `event-stream`: one request, with a deadline
 * - `watch-event`, `watch-context`: what listeners get, and what a watch needs
 *
 * @module
 */
export type { WatchEvent } from './watch-event.ts';
export { watchObjects, type WatchObjectsOptions } from './watch-objects.ts';
