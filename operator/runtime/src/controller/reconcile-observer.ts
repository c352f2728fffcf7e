import type { Outcome } from '../reconcile/index.ts';

/** What follows a reconcile: nothing, a retry, another one at once, another one after a time. */
export type ReconcileResult = 'success' | 'error' | 'requeue' | 'requeue_after';

/** Called with what happens in a controller, for metrics. */
export interface ReconcileObserver {
  onStarted(): void;
  /** Called once for each `onStarted`, when the reconcile has really ended, however late. */
  onFinished(result: ReconcileResult, durationMs: number): void;
  onTerminalError(): void;
  /** It threw an error of the language (TypeError, ...). Called before `onFinished`. */
  onUncaughtError(): void;
  /**
   * It failed with an unexpected error, which is reported in the status. Called before `onFinished`. @default - nothing
   * is called
   */
  onUnexpected?(key: string, error: unknown): void;
  /** Its timeout has passed. Called at that time, before `onFinished`. */
  onTimedOut(): void;
}

/** The result of an outcome in controller-runtime's words. */
export function toReconcileResult(outcome: Outcome): ReconcileResult {
  if (outcome.result === 'deleted') return 'success';
  if (outcome.result !== 'done') return 'error';
  if (outcome.changedMeanwhile) return 'requeue';
  return outcome.action.kind === 'requeueAfter' ? 'requeue_after' : 'success';
}
