import { deadline } from '../../base/index.ts';
import { isApiError } from '../../client/index.ts';
import type { Election } from './election.ts';
import { pause } from './pause.ts';

/**
 * Gives the lease back, so that a standby need not wait for it to expire. Tries again after a conflict and after
 * failures, but only for half the renew deadline: a stop must not hang on an API server that is gone. Never rejects.
 */
export async function release({ settings, lock }: Election): Promise<void> {
  if (!lock.mayBeHeld) return;
  const { clock, logger, lease, renewDeadlineMs, retryPeriodMs } = settings;
  using limit = deadline(clock, { what: 'release the lease', afterMs: renewDeadlineMs / 2 });
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
