/** How often a watch has failed lately; a value, so that a state carries it along. */
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

/** There is no answer; the answer is an error; the answer is that what is asked for has been forgotten. */
export type FailureKind = 'unanswered' | 'refused' | 'expired';

/**
 * Each kind by itself: a server that comes back after an outage refuses at first, then has forgotten our resource
 * version, and neither is to wait for as long as the outage has taught. A server that does one after the other for ever
 * is still asked ever more slowly.
 */
export type WatchFailures = Readonly<Record<FailureKind, WatchBackoff>>;

export const neverFailed: WatchFailures = { unanswered: noFailures, refused: noFailures, expired: noFailures };

/** One failure more; earlier ones no longer count after two minutes without any. */
export function failedAgain({ failures, lastFailureAt }: WatchBackoff, now: number): WatchBackoff {
  const earlier = now - lastFailureAt > healthyAfterMs ? 0 : failures;
  return { failures: earlier + 1, lastFailureAt: now };
}

/**
 * How long to wait after the last failure: 0.8 to 1.6 s, twice as long each time, at most 15 to 30 s. The whole range is
 * the luck of each, also at the longest, so that watches that broke together do not come back together.
 */
export function delayAfter({ failures }: WatchBackoff, random: () => number): number {
  const longestMs = Math.min(maxMs, 2 * baseMs * factor ** Math.max(0, failures - 1));
  return (longestMs / 2) * (1 + random());
}
