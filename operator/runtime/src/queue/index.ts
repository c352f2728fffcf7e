/**
 * Queue: the due keys. Hands a key to one worker at a time; a key that is added while it is in work is due once more
 * afterwards.
 *
 * - `work-queue`: the queue, built from the following
 * - `item`: the state of one key
 * - `lanes`: due keys by priority, each with its share
 * - `rotation`: the due keys of one priority, whose namespaces are served in turn
 * - `delay-heap`: keys that are due later
 * - `key-backoff`: the wait of a key after each failure
 * - `retry-bucket`: the rate of all retries together
 * - `causes`: why a key is due
 * - `in-work`: keys in work, and callers that wait for one
 * - `options`: how keys are added and retried; the observer
 *
 * @module
 */
export { type Cause, type Causes, createCause, joinCauses, noCauses } from './causes.ts';
export { createKeyBackoff } from './key-backoff.ts';
export type { QueueObserver } from './options.ts';
export { WorkQueue } from './work-queue.ts';
