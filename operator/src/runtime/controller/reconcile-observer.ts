/** What the runtime's metrics want to know of a controller. */
export interface ReconcileObserver {
  started(): void;
  finished(result: 'success' | 'error' | 'requeue' | 'requeue_after', durationMs: number): void;
  terminalError(): void;
  timedOut(): void;
}
