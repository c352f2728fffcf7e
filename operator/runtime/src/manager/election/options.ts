import { type Clock, type Logger, OperatorError } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';

/** Receives the events of an election. `Metrics.election` implements it. */
export interface ElectionObserver {
  /** Called at the start with false, then at each change. */
  onLeading(lease: string, leads: boolean): void;
  /** Called when a renewal got a conflict and had to read the Lease first. */
  onSlowpath(lease: string): void;
  /**
   * Called when the API server accepted a claim or a renewal, or returned a Lease that another process holds. @default
   * - ignored
   */
  onAnswered?(lease: string): void;
  /** Called when a claim or a renewal failed, unless another process was faster. @default - ignored */
  onFailed?(lease: string, error: unknown): void;
}

/** How often the leader renews the Lease, and when another process may take it. The defaults are those of client-go. */
export interface LeaseTiming {
  /** How long a standby waits after the last renewal that it saw, in milliseconds. @default 15000 */
  readonly leaseDurationMs?: number;
  /**
   * How long the leader keeps leading without a renewal, in milliseconds. Must be shorter than `leaseDurationMs`, so
   * that two processes never lead at once. @default 10000
   */
  readonly renewDeadlineMs?: number;
  /** Time between renewals, and the shortest time between failed attempts, in milliseconds. @default 2000 */
  readonly retryPeriodMs?: number;
}

export interface ElectionOptions extends LeaseTiming {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Identifies this process among all candidates for the Lease. It must be unique: two processes with the same identity
   * would both lead.
   */
  readonly identity: string;
  readonly lease: { readonly namespace: string; readonly name: string };
  /** Whether to get the initial state of the Lease as a stream (WatchList, KEP-3157). @default true */
  readonly watchList?: boolean;
  /** How much longer than `retryPeriodMs` a standby may wait after a failure, as a fraction of it. @default 1.2 */
  readonly jitter?: number;
  /** Returns random numbers in [0, 1). @default Math.random */
  readonly random?: () => number;
  /** Receives the events of the election. @default - none */
  readonly observer?: ElectionObserver;
}

/** The options of an election with all defaults. */
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

/** Adds the default options. Errors: `SETTINGS_INVALID` for inconsistent durations. */
export function resolveElectionSettings(options: ElectionOptions): ElectionSettings {
  const settings = { ...defaults, ...options };
  const problem = findTimingProblem(settings);
  if (problem !== undefined)
    throw new OperatorError('SETTINGS_INVALID', 'start the leader election', { hint: problem });
  return settings;
}

/** A retry may be late by this factor and must still happen before the renew deadline. */
const latenessFactor = 1.2;
const shortestMs = 1_000;

/**
 * Checks the durations by client-go's rules, and that each is at least a second. Describes the problem; `undefined` if
 * they are valid.
 */
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
