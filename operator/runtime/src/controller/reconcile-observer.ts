import type { Outcome } from '../reconcile/index.ts';

/** The outcome of a reconcile: success, a retry, an immediate requeue, or a later requeue. */
export type ReconcileResult = 'success' | 'error' | 'requeue' | 'requeue_after';

/** Receives the events of a controller, for metrics. */
export interface ReconcileObserver {
  onStarted(): void;
  /** Called once for each `onStarted`, when the reconcile has really ended. */
  onFinished(result: ReconcileResult, durationMs: number): void;
  onTerminalError(): void;
  /** The reconcile threw a programming error (`TypeError`, ...). Called before `onFinished`. */
  onUncaughtError(): void;
  /**
   * The reconcile failed with an unexpected error, which the status reports. Called before `onFinished`. @default -
   * ignored
   */
  onUnexpected?(key: string, error: unknown): void;
  /** The timeout of the reconcile has passed. Called at that time, before `onFinished`. */
  onTimedOut(): void;
}

/** The result of an outcome in controller-runtime's words. */
export function toReconcileResult(outcome: Outcome): ReconcileResult {
  if (outcome.result === 'deleted') return 'success';
  if (outcome.result !== 'done') return 'error';
  if (outcome.changedMeanwhile) return 'requeue';
  return outcome.action.kind === 'requeueAfter' ? 'requeue_after' : 'success';
}
