import { OperatorError } from '../../base/index.ts';

/** What the runtime does with an object after a successful reconcile. */
export type Action = { readonly kind: 'awaitChange' } | { readonly kind: 'requeueAfter'; readonly afterMs: number };

/** Reconciles the object again when it or one of its dependencies changes. */
export const awaitChange: Action = { kind: 'awaitChange' };

/** The shortest wait in milliseconds: a time in the past must not cause a loop without a pause. */
const soonestMs = 100;

/**
 * Reconciles the object again after `afterMs` milliseconds even if nothing changes, but at the earliest after 100 ms: a
 * time in the past (`dueAt - now`) counts as 0. Use it to check systems outside of the cluster, never to retry. Errors:
 * `DECLARATION_INVALID` if `afterMs` is not a finite number.
 */
export function requeueAfter(afterMs: number): Action {
  if (!Number.isFinite(afterMs)) {
    const hint = `requeueAfter takes a number of milliseconds, not ${String(afterMs)}; to wait only for a change, return awaitChange`;
    throw new OperatorError('DECLARATION_INVALID', 'check again', { hint });
  }
  return { kind: 'requeueAfter', afterMs: Math.max(afterMs, soonestMs) };
}
