/** The recent failures of a watch. Immutable, so that a watch state can contain it. */
export interface WatchBackoff {
  readonly failures: number;
  /** When the last failure happened, in monotonic milliseconds. */
  readonly lastFailureAt: number;
}

/** The same numbers as in client-go's reflector. */
const baseMs = 800;
const factor = 2;
const maxMs = 30_000;
const healthyAfterMs = 120_000;

export const noFailures: WatchBackoff = { failures: 0, lastFailureAt: 0 };

/** How a request failed: no response, an error response, or 410 because the resource version has expired. */
export type FailureKind = 'unanswered' | 'refused' | 'expired';

/**
 * One backoff per failure kind. A server that recovers from an outage first rejects requests and then returns 410;
 * neither should wait as long as the outage requires. A server that alternates forever still gets fewer and fewer
 * requests.
 */
export type WatchFailures = Readonly<Record<FailureKind, WatchBackoff>>;

export const neverFailed: WatchFailures = { unanswered: noFailures, refused: noFailures, expired: noFailures };

/** Counts a failure. Earlier ones no longer count after two minutes without a failure. */
export function addFailure({ failures, lastFailureAt }: WatchBackoff, now: number): WatchBackoff {
  const earlier = now - lastFailureAt > healthyAfterMs ? 0 : failures;
  return { failures: earlier + 1, lastFailureAt: now };
}

/**
 * The wait after the last failure in milliseconds: 0.8 to 1.6 s, doubled each time, up to 15 to 30 s. Always random in
 * that range, so that watches that broke together do not reconnect together.
 */
export function computeDelay({ failures }: WatchBackoff, random: () => number): number {
  const longestMs = Math.min(maxMs, 2 * baseMs * factor ** Math.max(0, failures - 1));
  return (longestMs / 2) * (1 + random());
}
