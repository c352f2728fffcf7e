/** The limits of the backoff between restarts. */
export interface BackoffLimits {
  readonly baseMs: number;
  readonly maxMs: number;
}

/** The last restart. */
export interface Backoff {
  readonly delayMs: number;
  readonly restartedAt: number;
}

/**
 * The kubelet's rule: the first restart is immediate, the next one waits `baseMs`, each further one twice as long, up
 * to `maxMs`; a run longer than twice `maxMs` resets the backoff.
 *
 * @param finishedAt monotonic time at which the container ended
 */
export function backOff(
  before: Backoff | undefined,
  finishedAt: number,
  { baseMs, maxMs }: BackoffLimits,
): { readonly waitMs: number; readonly after: Backoff } {
  const anew = before === undefined || finishedAt - before.restartedAt > 2 * maxMs;
  const waitMs = anew ? 0 : before.delayMs;
  const delayMs = anew ? baseMs : Math.min(before.delayMs * 2, maxMs);
  return { waitMs, after: { delayMs, restartedAt: finishedAt + waitMs } };
}
