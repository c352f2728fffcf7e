import { type Clock, type Logger, OperatorError } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';

/** Called with the events of an election; `Metrics.election` is one. */
export interface ElectionObserver {
  /** Whether this process leads: once at the start (false), then at each change. */
  onLeading(lease: string, leads: boolean): void;
  /** A renewal got a conflict and had to read the lease first. */
  onSlowpath(lease: string): void;
  /**
   * The API server accepted a claim or a renewal, or returned the lease of another holder. @default - nothing is called
   */
  onAnswered?(lease: string): void;
  /**
   * A claim or a renewal failed for another reason than that another process was faster. @default - nothing is called
   */
  onFailed?(lease: string, error: unknown): void;
}

/** How often a lease is renewed, and when other processes take it. The defaults are client-go's. */
export interface LeaseTiming {
  /** How long a standby waits after the last renewal that it saw. @default 15000 */
  readonly leaseDurationMs?: number;
  /**
   * How long the leader keeps leading without a renewal; must be shorter than the lease duration, so that there is
   * never a second leader. @default 10000
   */
  readonly renewDeadlineMs?: number;
  /** Time between renewals, and the shortest time between tries that failed. @default 2000 */
  readonly retryPeriodMs?: number;
}

export interface ElectionOptions extends LeaseTiming {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Identifies this process among all that ever campaign for the lease: two processes with the same identity would both
   * lead.
   */
  readonly identity: string;
  readonly lease: { readonly namespace: string; readonly name: string };
  /** Requests the initial state as a stream (WatchList, KEP-3157). @default true */
  readonly watchList?: boolean;
  /** How much longer than `retryPeriodMs` a standby may wait after a failure, as a share of it. @default 1.2 */
  readonly jitter?: number;
  /** In [0, 1). @default Math.random */
  readonly random?: () => number;
  /** @default - nothing is called */
  readonly observer?: ElectionObserver;
}

/** The options with every default filled in. */
export type ElectionSettings = Required<ElectionOptions>;

const unobserved: ElectionObserver = {
  onLeading: () => undefined,
  onSlowpath: () => undefined,
};

export const timingDefaults = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 } as const;

const defaults = {
  ...timingDefaults,
  jitter: 1.2,
  watchList: true,
  random: Math.random,
  observer: unobserved,
} as const satisfies Partial<ElectionOptions>;

/** Fills in the defaults. Errors: `SETTINGS_INVALID` if the durations cannot work together. */
export function resolveElectionSettings(options: ElectionOptions): ElectionSettings {
  const settings = { ...defaults, ...options };
  const problem = findTimingProblem(settings);
  if (problem !== undefined)
    throw new OperatorError('SETTINGS_INVALID', 'start the leader election', { hint: problem });
  return settings;
}

/** The wait before a retry must fit between two deadlines even if it is longer by this factor. */
const latenessFactor = 1.2;
const shortestMs = 1_000;

/** What is wrong with the durations: the rules of client-go. `undefined` if nothing is. */
export function findTimingProblem(timing: Required<LeaseTiming>): string | undefined {
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = timing;
  if (!(Math.min(leaseDurationMs, renewDeadlineMs, retryPeriodMs) >= shortestMs)) {
    return 'lease duration, renew deadline and retry period must be at least 1 second each';
  }
  if (leaseDurationMs <= renewDeadlineMs) {
    return `the lease duration (${formatSeconds(leaseDurationMs)}) must be longer than the renew deadline (${formatSeconds(renewDeadlineMs)})`;
  }
  if (renewDeadlineMs <= retryPeriodMs * latenessFactor) {
    return `the renew deadline (${formatSeconds(renewDeadlineMs)}) must be longer than ${latenessFactor} times the retry period (${formatSeconds(retryPeriodMs)})`;
  }
  return undefined;
}

function formatSeconds(ms: number): string {
  return `${ms / 1000} s`;
}
