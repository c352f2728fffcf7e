/**
 * Controller: sources fill a queue, workers empty it, one reconcile per key at a time.
 *
 * - `sources`: which keys a change concerns
 * - `controller`: wires caches, queue and workers together
 * - `workers`: takes a key, reconciles it, and says when it is due again
 *
 * @module
 */
export { createController, fieldManagerOf, type Controller, type ControllerOptions } from './controller.ts';
export type { Leadership } from './leadership.ts';
export type { ReconcileObserver } from './reconcile-observer.ts';
