/**
 * Watch: the changes of the objects of a kind, as ordered events, across connection errors.
 *
 * - `watch-objects`: the loop, and the step from each state to the next; start here. After a broken connection it
 *   checks whether etcd was restored from a backup meanwhile
 * - `watch-state`: the states, and the events for listeners
 * - `list-steps`, `stream-steps`: the steps of a LIST, and of a WATCH or WatchList; a list that is too large for one
 *   response is read in pages (`list-steps`)
 * - `after-failure`, `watch-backoff`: the state after a failure, and its wait; a 410 leads to a new list, most other
 *   failures to the same request
 * - `event-stream`: one request, with a deadline; the options of a watch
 *
 * @module
 */
export type { WatchEvent } from './watch-state.ts';
export { computeStreamSeconds, watchObjects, type WatchObjectsOptions } from './watch-objects.ts';
