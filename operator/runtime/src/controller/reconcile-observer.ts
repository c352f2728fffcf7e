/** What follows a reconcile: nothing, a retry, another one at once, another one after a time. */
export type ReconcileResult = 'success' | 'error' | 'requeue' | 'requeue_after';

/** Called with what happens in a controller, for metrics. */
export interface ReconcileObserver {
  started(): void;
  /** Once for each `started`, when the reconcile has really ended, however late. */
  finished(result: ReconcileResult, durationMs: number): void;
  terminalError(): void;
  /** It threw what only a defect throws. Comes before `finished`. */
  panic(): void;
  /** It failed by an unexpected error, which its status reports. Comes before `finished`. @default - nothing is called */
  unexpected?(key: string, error: unknown): void;
  /** It runs for longer than it may. Comes at that time, before `finished`. */
  timedOut(): void;
}
