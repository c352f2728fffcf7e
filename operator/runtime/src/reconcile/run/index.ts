/**
 * One run, from its beginning to its end.
 *
 * - `reconcile-object`: finalizers, the author's `reconcile` with its handles, then the status
 * - `handles`: the context that `reconcile` gets
 * - `finalizers`: keep a resource until it is cleaned up; those of others are never changed
 *
 * @module
 */
export { hasFinalizer } from './finalizers.ts';
export { type Outcome, reconcileObject, runLogger } from './reconcile-object.ts';
