import { isApiError } from '../../client/index.ts';
import { type Election, pause } from './election.ts';
import type { HeldLease } from './lease-lock.ts';
import { waitUntilClaimable } from './standby.ts';

/** Tries to acquire the Lease until it succeeds; logs errors. Returns `undefined` if the stop begins before that. */
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

/** Claims the Lease, or waits as a standby until a claim can succeed. */
async function tryOnce({ settings, lock, observation, signal }: Election): Promise<HeldLease | undefined> {
  const held = await lock.tryAcquire(signal);
  settings.observer.onAnswered?.(settings.lease.name);
  if (held !== undefined) return held;
  settings.logger.info('waiting for the lease', { lease: settings.lease, holder: observation.holder });
  await waitUntilClaimable(settings, observation, signal);
  return undefined;
}

/**
 * The wait after a conflict, as a fraction of the retry period: long enough not to flood the API server, short enough
 * to be ready when the winner releases the Lease.
 */
const afterConflict = 0.1;

/**
 * Waits after a failed attempt. The wait is short after a conflict, because the next attempt shows which process was
 * faster.
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
