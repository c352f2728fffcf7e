/** What happens next to an object after a reconcile that went well. */
export type Action = { readonly kind: 'awaitChange' } | { readonly kind: 'checkAgain'; readonly afterMs: number };

/** Sleep until something that this object depends on changes. */
export const awaitChange: Action = { kind: 'awaitChange' };

/** Look again after `afterMs` milliseconds even if no watch fires. For what lies outside the cluster, never as a retry. */
export function checkAgain(afterMs: number): Action {
  return { kind: 'checkAgain', afterMs };
}
