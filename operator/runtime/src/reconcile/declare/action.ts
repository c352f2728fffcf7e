import { OperatorError } from '../../base/index.ts';

/** What happens next to an object after a reconcile that succeeded. */
export type Action = { readonly kind: 'awaitChange' } | { readonly kind: 'requeueAfter'; readonly afterMs: number };

/** Reconcile again when an object that this one depends on changes. */
export const awaitChange: Action = { kind: 'awaitChange' };

/** A time that has passed already must not cause a loop without a pause. */
const soonestMs = 100;

/**
 * Reconcile again after `afterMs` milliseconds even if nothing changes, but not sooner than after a tenth of a second:
 * a time that has passed already (`dueAt - now`) counts as 0. For systems outside the cluster, never as a retry.
 *
 * Errors: `DECLARATION_INVALID` if `afterMs` is no finite number.
 */
export function requeueAfter(afterMs: number): Action {
  if (!Number.isFinite(afterMs)) {
    const hint = `it takes milliseconds, not ${String(afterMs)}; to wait for a change only, return awaitChange`;
    throw new OperatorError('DECLARATION_INVALID', 'check again', { hint });
  }
  return { kind: 'requeueAfter', afterMs: Math.max(afterMs, soonestMs) };
}
