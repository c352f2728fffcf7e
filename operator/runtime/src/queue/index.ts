/**
 * Queue: which keys are due. A key is handed to one worker at a time, however often it is added; a key that is added
 * while it is in work is due once more afterwards.
 *
 * - `work-queue`: the queue itself, built from the following
 * - `lanes`: due keys by priority, each of which gets its share
 * - `rotation`: the due keys of one priority, whose namespaces are served in turn
 * - `delay-heap`: keys that are due later
 * - `key-backoff`: how long a key waits after each failure
 * - `in-work`: keys that are being worked on, and callers that wait for one
 * - `options`: how keys are added and retried; the observer
 *
 * @module
 */
export { createKeyBackoff } from './key-backoff.ts';
export type { QueueObserver } from './options.ts';
export { WorkQueue } from './work-queue.ts';
