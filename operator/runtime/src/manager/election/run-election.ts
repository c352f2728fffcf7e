import { createDeadline } from '../../base/index.ts';
import { isApiError } from '../../client/index.ts';
import { campaign } from './campaign.ts';
import { createElection, type Election, pause } from './election.ts';
import type { Leadership } from '../../controller/index.ts';
import { type ElectionOptions, resolveElectionSettings } from './options.ts';
import { serveTerm } from './serve-term.ts';

/**
 * Campaigns for a Lease until `signal` aborts, and calls `lead` for each term that it wins.
 *
 * Guarantees:
 * - At most one process leads, regardless of the clocks of the machines: a holder counts as dead only after the duration
 *   of its Lease without a change *that this process saw*, and a leader stops writing (see `Leadership`) before that.
 * - A standby watches the Lease: it claims the Lease as soon as it is released, or when its holder counts as dead.
 * - When the leadership is lost, its signal aborts, the promise of `lead` is awaited, and the process campaigns again.
 * - A stop does not abort `lead`, which must watch `signal` itself and finish its work. The Lease is renewed until
 *   then, and released after `lead` has ended.
 * - If `lead` returns, the Lease is released and the election is over.
 *
 * Needs `get`, `list`, `watch` and `update` on the Lease of that name, and `create` on Leases in its namespace.
 *
 * Errors: `SETTINGS_INVALID` before any request; the error of `lead`, unless it only reports that it had to end
 * (`NOT_LEADER`, or the reason of either signal). API errors are logged and retried.
 *
 * The protocol is client-go's `leaderelection` on `coordination.k8s.io/v1`, so programs with either can campaign for
 * one Lease.
 */
export async function runElection(
  options: ElectionOptions,
  lead: (leadership: Leadership) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const settings = resolveElectionSettings(options);
  const election = createElection(settings, lead, signal);
  settings.observer.onLeading(settings.lease.name, false);
  try {
    for (;;) {
      const held = await campaign(election);
      if (held === undefined || signal.aborted) return;
      if ((await serveTerm(election, held)) === 'ended') return;
    }
  } finally {
    await release(election);
  }
}

/**
 * Releases the Lease, so that a standby does not wait for its expiry. Retries after conflicts and failures, but only
 * for half the renew deadline: a stop must not hang if the API server does not respond. Never rejects.
 */
async function release({ settings, lock }: Election): Promise<void> {
  if (!lock.mayBeHeld) return;
  const { clock, logger, lease, renewDeadlineMs, retryPeriodMs } = settings;
  using limit = createDeadline(clock, { what: 'release the lease', afterMs: renewDeadlineMs / 2 });
  while (!limit.signal.aborted) {
    try {
      if (await lock.release(limit.signal)) logger.info('released the lease', { lease });
      return;
    } catch (error) {
      logger.debug('releasing the lease failed', { err: error, lease });
      if (!isApiError(error, 409)) await pause(clock, retryPeriodMs, limit.signal);
    }
  }
  logger.warn('could not release the lease; it expires by itself', { lease });
}
