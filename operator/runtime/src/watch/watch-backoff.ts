/** How often a watch has failed recently; an immutable value, so that a state can contain it. */
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
 * One backoff per kind: a server that comes back after an outage refuses at first, then answers 410, and neither should
 * wait for as long as the outage has made it. A server that alternates for ever is still asked less and less often.
 */
export type WatchFailures = Readonly<Record<FailureKind, WatchBackoff>>;

export const neverFailed: WatchFailures = { unanswered: noFailures, refused: noFailures, expired: noFailures };

/** Adds a failure; earlier ones no longer count after two minutes without any. */
export function addFailure({ failures, lastFailureAt }: WatchBackoff, now: number): WatchBackoff {
  const earlier = now - lastFailureAt > healthyAfterMs ? 0 : failures;
  return { failures: earlier + 1, lastFailureAt: now };
}

/**
 * How long to wait after the last failure: 0.8 to 1.6 s, twice as long each time, at most 15 to 30 s. The wait is
 * random in that range, also at the longest, so that watches that broke together do not reconnect together.
 */
export function computeDelay({ failures }: WatchBackoff, random: () => number): number {
  const longestMs = Math.min(maxMs, 2 * baseMs * factor ** Math.max(0, failures - 1));
  return (longestMs / 2) * (1 + random());
}
