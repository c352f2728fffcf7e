import { OperatorError } from '../../base/index.ts';

/** The next step for an object after a successful reconcile. */
export type Action = { readonly kind: 'awaitChange' } | { readonly kind: 'requeueAfter'; readonly afterMs: number };

/** Reconcile again when this object or one of its dependencies changes. */
export const awaitChange: Action = { kind: 'awaitChange' };

/** A time in the past must not cause a loop without a pause. */
const soonestMs = 100;

/**
 * Reconcile again after `afterMs` milliseconds even if nothing changes, but not sooner than after a tenth of a second:
 * a time in the past (`dueAt - now`) counts as 0. For systems outside the cluster, never as a retry.
 *
 * Errors: `DECLARATION_INVALID` if `afterMs` is not a finite number.
 */
export function requeueAfter(afterMs: number): Action {
  if (!Number.isFinite(afterMs)) {
    const hint = `requeueAfter takes a number of milliseconds, not ${String(afterMs)}; to wait only for a change, return awaitChange`;
    throw new OperatorError('DECLARATION_INVALID', 'check again', { hint });
  }
  return { kind: 'requeueAfter', afterMs: Math.max(afterMs, soonestMs) };
}
