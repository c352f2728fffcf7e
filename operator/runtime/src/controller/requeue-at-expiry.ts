import { isTerminating, parseKey } from '../base/index.ts';
import { createCause, type WorkQueue } from '../queue/index.ts';
import { findExpiryOrNaN, type Outcome } from '../reconcile/index.ts';
import type { ReconcileKeyOptions } from './reconcile-key.ts';

interface ExpiryOptions extends Pick<ReconcileKeyOptions, 'definition' | 'primary' | 'clock'> {
  readonly queue: Pick<WorkQueue, 'add'>;
}

const expired = [createCause('expiry')];

/** A reconcile that has ended, with its start in milliseconds since 1970. */
interface Ended {
  readonly key: string;
  readonly outcome: Outcome;
  readonly begunAtMs: number;
}

/**
 * Enqueues an object at its expiry, even if its reconcile has failed. The reconcile at that time deletes the object.
 */
export function requeueAtExpiry(
  { definition, primary, clock, queue }: ExpiryOptions,
  { key, outcome, begunAtMs }: Ended,
): void {
  const object = primary.get(parseKey(key));
  if (object === undefined || isTerminating(object)) return;
  const expiresAtMs = findExpiryOrNaN(definition, object);
  if (Number.isNaN(expiresAtMs)) {
    // The reconcile has made the expiry invalid. The next one reports that.
    if (outcome.result === 'done') queue.add(key, { causes: expired });
    return;
  }
  // It had expired before, so this reconcile has tried to delete it. A failed deletion is retried with backoff.
  if (expiresAtMs === undefined || expiresAtMs <= begunAtMs) return;
  queue.add(key, { afterMs: expiresAtMs - clock.now(), causes: expired });
}
