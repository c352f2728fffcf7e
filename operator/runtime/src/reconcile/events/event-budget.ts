import type { Clock } from '../../base/index.ts';
import { LruCache } from './lru-cache.ts';

/** Maximum number of events about one object at once. */
const burst = 25;
/** The interval in milliseconds after which one more event is allowed. */
const refillMs = 300_000;
/** Maximum number of remembered objects. Others start with a full budget. */
const remembered = 1000;

interface Bucket {
  tokens: number;
  atMs: number;
  /** Number of dropped events since one was last sent. */
  dropped: number;
}

/** Whether an event is within the budget. */
type BudgetResult = 'send' | 'drop' | 'begin to drop';

/**
 * A token bucket per object, with the burst and the refill rate of client-go's spam filter for events, so that no
 * object can flood the API server with events.
 */
export class EventBudget {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #buckets = new LruCache<Bucket>(remembered);
  #dropped = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Number of dropped events about all objects since the process started. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * Takes one event from the budget of an object.
   * @param uid the uid of the object
   */
  take(uid: string): BudgetResult {
    const bucket = this.#refill(uid);
    if (bucket.tokens < 1) {
      this.#dropped += 1;
      bucket.dropped += 1;
      return bucket.dropped === 1 ? 'begin to drop' : 'drop';
    }
    bucket.tokens -= 1;
    bucket.dropped = 0;
    return 'send';
  }

  #refill(uid: string): Bucket {
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
