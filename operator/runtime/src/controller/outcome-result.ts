import type { Outcome } from '../reconcile/index.ts';
import type { ReconcileResult } from './reconcile-observer.ts';

/** The result of an outcome in controller-runtime's words. */
export function resultOf(outcome: Outcome): ReconcileResult {
  if (outcome.result === 'deleted') return 'success';
  if (outcome.result !== 'done') return 'error';
  if (outcome.changedMeanwhile) return 'requeue';
  return outcome.action.kind === 'checkAgain' ? 'requeue_after' : 'success';
}

/** What the language throws when code is wrong. A `SyntaxError` is not: `JSON.parse` throws it for others' texts. */
const defects = [TypeError, ReferenceError, RangeError, EvalError];

/**
 * Whether a thrown value shows a defect of the code, which trying again cannot help: a value that is no error at all,
 * or an error of the language. A `TypeError` with a cause is none: `fetch` throws it when the network fails.
 */
export function isDefect(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  return thrown.cause === undefined && defects.some((type) => thrown instanceof type);
}
