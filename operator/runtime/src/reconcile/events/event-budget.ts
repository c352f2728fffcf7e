import type { Clock } from '../../base/index.ts';
import { LruCache } from './lru-cache.ts';

/** So many events about one object at once. */
const burst = 25;
/** After them, one more each time that this has passed. */
const refillMs = 300_000;
/** How many objects are remembered; one that is forgotten begins anew. */
const remembered = 1000;

interface Bucket {
  tokens: number;
  atMs: number;
  /** Since the last event that there was room for. */
  dropped: number;
}

/** Whether an event is within the budget. */
export type BudgetResult = 'send' | 'drop' | 'begin to drop';

/**
 * A token bucket per object, with the numbers of client-go's spam filter, so that no object can flood the API server with
 * events.
 */
export class EventBudget {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #buckets = new LruCache<Bucket>(remembered);
  #dropped = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Of all objects, since the process began. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Takes one from the budget of an object. @param uid whose */
  take(uid: string): BudgetResult {
    const bucket = this.#filled(uid);
    if (bucket.tokens < 1) {
      this.#dropped += 1;
      bucket.dropped += 1;
      return bucket.dropped === 1 ? 'begin to drop' : 'drop';
    }
    bucket.tokens -= 1;
    bucket.dropped = 0;
    return 'send';
  }

  #filled(uid: string): Bucket {
    const now = this.#clock.monotonic();
    const known = this.#buckets.get(uid);
    if (known === undefined) {
      const bucket = { tokens: burst, atMs: now, dropped: 0 };
      this.#buckets.set(uid, bucket);
      return bucket;
    }
    known.tokens = Math.min(burst, known.tokens + (now - known.atMs) / refillMs);
    known.atMs = now;
    return known;
  }
}
