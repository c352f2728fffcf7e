/**
 * One run, from its beginning to its end.
 *
 * - `reconcile-object`: finalizers, the author's `reconcile` with its handles, then the status
 * - `handles`: the context that `reconcile` gets
 * - `calls`: the calls of handles that a run began, of which none may outlive it
 * - `finalizers`: hold a resource until it is cleaned up; those of others are never touched
 *
 * @module
 */
export { type Outcome, reconcileObject, runLogger } from './reconcile-object.ts';
