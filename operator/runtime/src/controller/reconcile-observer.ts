import type { Outcome } from '../reconcile/index.ts';

/** The result of a reconcile, in the labels of controller-runtime's metrics. `requeue_after`: again after a wait. */
export type ReconcileResult = 'success' | 'error' | 'requeue' | 'requeue_after';

/** Receives the events of a controller's reconciles, for metrics. */
export interface ReconcileObserver {
  onStarted(): void;
  /** Called once for each `onStarted`, when the reconcile has ended, even if a worker abandoned it before. */
  onFinished(result: ReconcileResult, durationMs: number): void;
  onTerminalError(): void;
  /** Called before `onFinished` if the reconcile threw a programming error (`TypeError`, ...). */
  onUncaughtError(): void;
  /**
   * Called before `onFinished` if the reconcile failed with an unexpected error, which the status reports. @default -
   * ignored
   */
  onUnexpected?(key: string, error: unknown): void;
  /** Called when the timeout of the reconcile passes, before `onFinished`. */
  onTimedOut(): void;
}

/** Converts the outcome of a reconcile to controller-runtime's metric label. */
export function toReconcileResult(outcome: Outcome): ReconcileResult {
  if (outcome.result === 'deleted') return 'success';
  if (outcome.result !== 'done') return 'error';
  if (outcome.changedMeanwhile) return 'requeue';
  return outcome.action.kind === 'requeueAfter' ? 'requeue_after' : 'success';
}
