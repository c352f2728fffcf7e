import type { Outcome } from '../reconcile/index.ts';

/** What follows a reconcile: nothing, a retry, another one at once, another one after a time. */
export type ReconcileResult = 'success' | 'error' | 'requeue' | 'requeue_after';

/** Called with what happens in a controller, for metrics. */
export interface ReconcileObserver {
  started(): void;
  /** Called once for each `started`, when the reconcile has really ended, however late. */
  finished(result: ReconcileResult, durationMs: number): void;
  terminalError(): void;
  /** It threw an error of the language (TypeError, ...). Called before `finished`. */
  panic(): void;
  /**
   * It failed with an unexpected error, which is reported in the status. Called before `finished`. @default - nothing
   * is called
   */
  unexpected?(key: string, error: unknown): void;
  /** Its timeout has passed. Called at that time, before `finished`. */
  timedOut(): void;
}

/** The result of an outcome in controller-runtime's words. */
export function resultOf(outcome: Outcome): ReconcileResult {
  if (outcome.result === 'deleted') return 'success';
  if (outcome.result !== 'done') return 'error';
  if (outcome.changedMeanwhile) return 'requeue';
  return outcome.action.kind === 'checkAgain' ? 'requeue_after' : 'success';
}
