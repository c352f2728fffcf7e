import { isApiError } from '../../client/index.ts';
import { type Election, pause } from './election.ts';
import type { HeldLease } from './lease-lock.ts';
import { waitUntilClaimable } from './standby.ts';

/** Retries until this process holds the lease; logs errors. `undefined` once the stop has started. */
export async function campaign(election: Election): Promise<HeldLease | undefined> {
  while (!election.signal.aborted) {
    try {
      const held = await tryOnce(election);
      if (held !== undefined) return held;
    } catch (error) {
      await waitAfterFailure(election, error);
    }
  }
  return undefined;
}

/** Claims the lease, or waits as a standby until a claim can succeed. */
async function tryOnce({ settings, lock, observation, signal }: Election): Promise<HeldLease | undefined> {
  const held = await lock.tryAcquire(signal);
  settings.observer.onAnswered?.(settings.lease.name);
  if (held !== undefined) return held;
  settings.logger.info('waiting for the lease', { lease: settings.lease, holder: observation.holder });
  await waitUntilClaimable(settings, observation, signal);
  return undefined;
}

/**
 * A part of the retry period: long enough not to flood the API server, short enough to be ready when the winner
 * releases the lease.
 */
const afterConflict = 0.1;

/**
 * After a conflict, waits only briefly: another process was faster, and the next attempt shows which. After any other
 * error the wait is longer.
 */
async function waitAfterFailure({ settings, signal }: Election, error: unknown): Promise<void> {
  if (signal.aborted) return;
  const { clock, logger, observer, retryPeriodMs, jitter, random, lease } = settings;
  const conflict = isApiError(error, 409);
  if (!conflict) {
    observer.onFailed?.(lease.name, error);
    logger.warn('claiming the lease failed', { err: error, lease });
  }
  const waitMs = retryPeriodMs * (1 + random() * jitter);
  await pause(clock, conflict ? waitMs * afterConflict : waitMs, signal);
}
