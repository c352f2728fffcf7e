import type { Outcome } from '../reconcile/index.ts';
import type { ReconcileResult } from './reconcile-observer.ts';

/** In controller-runtime's words. */
export function resultOf(outcome: Outcome): ReconcileResult {
  if (outcome.result === 'gone') return 'success';
  if (outcome.result !== 'done') return 'error';
  if (outcome.changedMeanwhile) return 'requeue';
  return outcome.action.kind === 'checkAgain' ? 'requeue_after' : 'success';
}

/** What the language throws when code is wrong. A `SyntaxError` is not: `JSON.parse` throws it for others' texts. */
const defects = [TypeError, ReferenceError, RangeError, EvalError];

/**
 * Whether something that was thrown shows a defect of the code, which no trying again can heal: what is no error at all,
 * or what the language throws by itself. `fetch` reports a network's failure as a `TypeError` with a cause; that is none.
 */
export function isDefect(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  return thrown.cause === undefined && defects.some((type) => thrown instanceof type);
}
