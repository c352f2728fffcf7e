/**
 * Controller: sources fill a queue, workers empty it, one reconcile per key at a time.
 *
 * From a watch event to a status write: `watch-objects` -> `watched-cache` -> `sources` -> `work-queue` -> `workers` ->
 * `reconcile-key` -> `reconcile-object` -> `status` (step by step: `operator/docs/internals/path-of-an-event.md`).
 *
 * - `controller`: connects caches, queue and workers
 * - `connect-sources`: requests a cache per declared kind, and listens to it; names the field manager of the controller's writes
 * - `explain-change`: the cause of a change: its paths and field managers
 * - `sources`: which keys a change concerns, enqueued without blocking the event loop
 * - `editors`: which keys a change of an edited object concerns
 * - `triggers`: keys from outside of the cluster (`consume-trigger`: reads one trigger until it ends or is stopped;
 *   `periodic-trigger`: work that repeats)
 * - `resync`: enqueues all resources, every so often
 * - `workers`: take keys, and abandon a reconcile that ignores its signal
 * - `reconcile-key`: one reconcile, with its deadline and its memory (`reconcile-span`: its trace)
 * - `error-reporter`: reports an unexpected error in the status
 * - `requeue`: when the key is due again (`log-outcome`: what is logged; `reconcile-observer`: what metrics count)
 * - `finalized-resources`: those that need the operator
 * - `leadership`: what a controller needs from its process; the modules `reconcile` and `manager`
 *   say how writes are stopped when a process no longer leads
 *
 * @module
 */
export { buildFieldManager } from './connect-sources.ts';
export { createController, type Controller, type ControllerOptions } from './controller.ts';
export type { FinalizedResources } from './finalized-resources.ts';
export type { Leadership } from './leadership.ts';
export type { ReconcileObserver, ReconcileResult } from './reconcile-observer.ts';
