import { OperatorError } from '../../base/index.ts';

/** What happens next to an object after a reconcile that went well. */
export type Action = { readonly kind: 'awaitChange' } | { readonly kind: 'checkAgain'; readonly afterMs: number };

/** Sleep until something that this object depends on changes. */
export const awaitChange: Action = { kind: 'awaitChange' };

/** A time that has passed already must not become a loop without a pause. */
const soonestMs = 100;

/**
 * Look again after `afterMs` milliseconds even if no watch fires, but not sooner than after a tenth of a second: a time
 * that has passed already (`dueAt - now`) is as good as 0. For what lies outside the cluster, never as a retry.
 *
 * Errors: `DECLARATION_INVALID` if `afterMs` is no finite number.
 */
export function checkAgain(afterMs: number): Action {
  if (!Number.isFinite(afterMs)) {
    const hint = `it takes milliseconds, not ${String(afterMs)}; to wait for a change only, return awaitChange`;
    throw new OperatorError('DECLARATION_INVALID', 'check again', { hint });
  }
  return { kind: 'checkAgain', afterMs: Math.max(afterMs, soonestMs) };
}
