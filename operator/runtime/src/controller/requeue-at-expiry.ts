import { isTerminating, parseKey } from '../base/index.ts';
import { createCause, type WorkQueue } from '../queue/index.ts';
import { findExpiryOrNaN, type Outcome } from '../reconcile/index.ts';
import type { ReconcileKeyOptions } from './reconcile-key.ts';

interface ExpiryOptions extends Pick<ReconcileKeyOptions, 'definition' | 'primary' | 'clock'> {
  readonly queue: Pick<WorkQueue, 'add'>;
}

const expired = [createCause('expiry')];

/** A reconcile that has ended, and when it began, in milliseconds since 1970. */
interface Ended {
  readonly key: string;
  readonly outcome: Outcome;
  readonly begunAtMs: number;
}

/** Makes an object due when it expires, also if its reconcile has failed. The next reconcile then deletes it. */
export function requeueAtExpiry(
  { definition, primary, clock, queue }: ExpiryOptions,
  { key, outcome, begunAtMs }: Ended,
): void {
  const object = primary.get(parseKey(key));
  if (object === undefined || isTerminating(object)) return;
  const expiresAtMs = findExpiryOrNaN(definition, object);
  if (Number.isNaN(expiresAtMs)) {
    // The reconcile has made the time invalid: the next one reports that.
    if (outcome.result === 'done') queue.add(key, { causes: expired });
    return;
  }
  // If it had expired before, this reconcile has tried to delete it; a failed deletion is retried with backoff.
  if (expiresAtMs === undefined || expiresAtMs <= begunAtMs) return;
  queue.add(key, { afterMs: expiresAtMs - clock.now(), causes: expired });
}
