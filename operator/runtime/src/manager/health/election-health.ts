import { type Clock, getMessage } from '../../base/index.ts';
import type { ElectionObserver } from '../election/index.ts';
import type { Check } from './health-endpoint.ts';

/** Tracks whether this process can take part in the leader election. */
export interface ElectionHealth {
  /** Pass it to the election, which calls it. */
  readonly observer: Required<Pick<ElectionObserver, 'onAnswered' | 'onFailed'>>;
  /**
   * Passes for a leader and for a standby. Fails for a process that could not take over, because it cannot reach the
   * Lease.
   */
  readonly check: Check;
}

/**
 * @param toleratedMs how long the Lease may be unreachable, in milliseconds: a standby takes over only after a lease
 *   duration
 */
export function createElectionHealth(clock: Pick<Clock, 'monotonic'>, toleratedMs: number): ElectionHealth {
  let failing: { readonly since: number; readonly problem: string } | undefined;
  return {
    observer: {
      onAnswered: () => (failing = undefined),
      onFailed: (_lease, error) => {
        failing = { since: failing?.since ?? clock.monotonic(), problem: getMessage(error) };
      },
    },
    check() {
      const forMs = failing === undefined ? 0 : clock.monotonic() - failing.since;
      if (failing === undefined || forMs < toleratedMs) return true;
      return `the Lease has been unreachable for ${String(Math.round(forMs / 1000))} s: ${failing.problem}`;
    },
  };
}
