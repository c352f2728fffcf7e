/**
 * Watch: the changes of the objects of a kind, as one event after the other, whatever happens to the connection.
 *
 * - `watch-objects`: the loop, and the step from each state to the next; start here. After the connection broke it
 *   checks whether etcd was restored from a backup meanwhile
 * - `watch-state`: the states, and the events that listeners get
 * - `list-steps`, `stream-steps`: the steps of a LIST, and of a WATCH or WatchList; a list that is too large for one
 *   response is read in pages (`list-steps`)
 * - `after-failure`, `watch-backoff`: the state after a failure, and how long it waits; a 410 leads to a new list, most
 *   other failures to the same request
 * - `event-stream`: one request, with a deadline; what a watch needs
 *
 * @module
 */
export type { WatchEvent } from './watch-state.ts';
export { watchObjects } from './watch-objects.ts';
