/** Recent failures of a watch; immutable, so that a state can contain it. */
export interface WatchBackoff {
  readonly failures: number;
  /** Monotonic time of the last failure. */
  readonly lastFailureAt: number;
}

/** The same numbers as client-go's reflector. */
const baseMs = 800;
const factor = 2;
const maxMs = 30_000;
const healthyAfterMs = 120_000;

export const noFailures: WatchBackoff = { failures: 0, lastFailureAt: 0 };

/** No response; an error; or 410, because the resource version has expired. */
export type FailureKind = 'unanswered' | 'refused' | 'expired';

/**
 * One backoff per failure kind: a server that recovers from an outage first rejects, then returns 410, and neither
 * should wait as long as the outage requires. A server that alternates forever still gets fewer and fewer requests.
 */
export type WatchFailures = Readonly<Record<FailureKind, WatchBackoff>>;

export const neverFailed: WatchFailures = { unanswered: noFailures, refused: noFailures, expired: noFailures };

/** Adds a failure; earlier ones no longer count after two minutes without any. */
export function addFailure({ failures, lastFailureAt }: WatchBackoff, now: number): WatchBackoff {
  const earlier = now - lastFailureAt > healthyAfterMs ? 0 : failures;
  return { failures: earlier + 1, lastFailureAt: now };
}

/**
 * The wait after the last failure: 0.8 to 1.6 s, doubled each time, at most 15 to 30 s. Always random in that range, so
 * that watches that broke together do not reconnect together.
 */
export function computeDelay({ failures }: WatchBackoff, random: () => number): number {
  const longestMs = Math.min(maxMs, 2 * baseMs * factor ** Math.max(0, failures - 1));
  return (longestMs / 2) * (1 + random());
}
