/**
 * Controller: sources fill a queue, workers empty it, one reconcile per key at a time.
 *
 * From a watch event to a status write: `watch-objects` -> `watched-cache` -> `sources` -> `work-queue` -> `workers`
 * -> `reconcile-key` -> `reconcile-object` -> `status` (step by step: `operator/docs/internals/path-of-an-event.md`).
 *
 * - `controller`: wires caches, queue and workers together
 * - `connect-sources`: asks for a cache per declared kind, and listens to it
 * - `sources`: which keys a change concerns
 * - `enqueue-in-turns`: enqueues what one change concerns without blocking the event loop
 * - `triggers`: which keys something outside of the cluster concerns (`consume-trigger`: one of them, until it ends or must)
 * - `resync`: everything again, every so often
 * - `workers`: take keys, and abandon what ignores its signal (with `timeout`)
 * - `reconcile-key`: one reconcile, with its deadline and its memory (`reconcile-span`: as a trace shows it)
 * - `error-reporter`: reports in the status that it failed (`reported-errors`: which were, so
 *   that none is per try)
 * - `requeue`: when the key is due again (`log-outcome`: what the log says; `outcome-result`: what metrics say)
 * - `leadership`, `reconcile-observer`: what a controller asks of its process; the rooms `reconcile` and `manager` say what
 *   stops a write of who no longer leads
 *
 * @module
 */
export { createController, fieldManagerOf, type Controller, type ControllerOptions } from './controller.ts';
export type { Leadership } from './leadership.ts';
export type { ReconcileObserver, ReconcileResult } from './reconcile-observer.ts';
