/** What follows a reconcile: nothing, a retry, another one at once, another one after a time. */
export type ReconcileResult = 'success' | 'error' | 'requeue' | 'requeue_after';

/** What the runtime's metrics want to know of a controller. */
export interface ReconcileObserver {
  started(): void;
  /** Told once for each `started`, when the reconcile has really ended, however late. */
  finished(result: ReconcileResult, durationMs: number): void;
  terminalError(): void;
  /** It threw what only a defect throws. Told before `finished`. */
  panic(): void;
  /** It failed by an error that nobody has to expect, which its status tells. Told before `finished`. @default - nobody asks */
  unexpected?(key: string, error: unknown): void;
  /** It runs for longer than it may. Told at that time, before `finished`. */
  timedOut(): void;
}
