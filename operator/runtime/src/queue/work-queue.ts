import type { CancelTimer, Clock } from '../base/index.ts';
import { type Causes, noCauses } from './causes.ts';
import { DelayHeap } from './delay-heap.ts';
import { createKeyBackoff, type KeyBackoff } from './key-backoff.ts';
import { RetryBucket } from './retry-bucket.ts';
import { Item } from './item.ts';
import { Lanes } from './lanes.ts';
import type { AddOptions, QueueObserver, RetryOptions, WorkQueueOptions } from './options.ts';
import { InWork, Waiters } from './in-work.ts';

/**
 * Maximum number of keys that one timer makes due. The next timer takes the rest, so that other timers fire in between.
 */
const firedAtOnce = 1000;

/**
 * A queue of keys to reconcile, each at most once.
 *
 * Guarantees:
 * - It hands out a key to one caller at a time. A key that is added while it is in work is due once more after `done`.
 * - Until a key is handed out, the earliest of its requested times counts, and the highest of its priorities. A delayed
 *   request does not raise the priority of a key that is due earlier.
 * - Within a priority the namespaces take turns, and the keys of each come in order. If `p` priorities have due keys, a
 *   lower one gets at least one of `8 + p` keys.
 * - A key with `a` keys of its namespace and priority before it, and `n` namespaces in its priority, is handed out as
 *   number `(a + 1) * n * (8 + p)` at the latest (`(a + 1) * n` if `p` is 1), counted from when it became due or its
 *   priority rose.
 * - A key in work has the causes of all requests since it was last handed out, including those that arrived while it
 *   was in work, and the causes of the work that it retries. Of its delayed requests only the earliest counts, once its
 *   time has come.
 * - The cost of adding and taking does not depend on the length of the queue.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #observer: QueueObserver | undefined;
  readonly #backoff: KeyBackoff;
  readonly #bucket: RetryBucket | undefined;
  /** Every key that is due, delayed or in work, with its state. */
  readonly #items = new Map<string, Item>();
  readonly #lanes = new Lanes<Item>();
  readonly #delayed = new DelayHeap<Item>();
  readonly #inWork = new InWork<Item>();
  readonly #waiters = new Waiters();
  readonly #drained = Promise.withResolvers<undefined>();
  #phase: 'open' | 'draining' | 'shut' = 'open';
  #timer: { readonly at: number; readonly cancel: CancelTimer } | undefined;

  constructor(options: WorkQueueOptions) {
    this.#clock = options.clock;
    this.#observer = options.observer;
    this.#backoff = createKeyBackoff(options.random ?? Math.random, options.backoff);
    this.#bucket = options.bucket && new RetryBucket(options.bucket);
  }

  /** The number of keys that are due now: neither delayed nor in work. */
  get length(): number {
    return this.#lanes.length;
  }

  get inWork(): number {
    return this.#inWork.length;
  }

  /** The number of callers of `next` that wait for a key. */
  get waiting(): number {
    return this.#waiters.length;
  }

  /** Makes `key` due now or after a delay, even during its backoff. Does not reset the backoff. */
  add(key: string, options: AddOptions = {}): void {
    if (this.#phase !== 'open') return;
    const { priority = 0, afterMs = 0, causes = noCauses } = options;
    const item = this.#getItem(key);
    if (afterMs > 0) this.#delay(item, { afterMs, priority, causes });
    else this.#becomeDue(item, priority, causes);
    this.#serve();
  }

  /**
   * Makes `key` due after a wait that doubles with each failure until `forget`. It waits longer if the bucket of all
   * retries is empty. Returns the wait in milliseconds. A key in work keeps its causes.
   */
  retry(key: string, options: RetryOptions = {}): number {
    const ofKeyMs = this.#backoff.recordFailure(key, options);
    const afterMs = Math.max(ofKeyMs, this.#bucket?.reserve(key, this.#clock.monotonic()) ?? 0);
    this.#observer?.onRetried();
    if (this.#phase === 'open') this.#getItem(key).keepCauses('retry');
    this.add(key, { afterMs, ...(options.priority !== undefined && { priority: options.priority }) });
    return afterMs;
  }

  /** Makes a key in work due again with its causes, because the work on it did not begin, or was cut off. */
  giveBack(key: string): void {
    if (this.#phase === 'open') this.#getItem(key).keepCauses('again');
    this.add(key);
  }

  /** Returns why a key in work was due. */
  causesOf(key: string): Causes {
    return this.#items.get(key)?.workCauses ?? noCauses;
  }

  /** Resets the backoff of `key`: its next wait is the first one again. A current wait continues. */
  forget(key: string): void {
    this.#backoff.forget(key);
  }

  /** Returns how often `retry` was called for `key` since the last `forget`. */
  failures(key: string): number {
    return this.#backoff.failures(key);
  }

  /** Returns the wait of the last `retry` of `key` before the jitter, in milliseconds; 0 after `forget`. */
  backoffMs(key: string): number {
    return this.#backoff.backoffMs(key);
  }

  /** Removes `key`, whether due or delayed, and resets its backoff. Work on it continues. */
  remove(key: string): void {
    this.#backoff.forget(key);
    this.#bucket?.remove(key);
    const item = this.#items.get(key);
    if (item === undefined) return;
    const isInWork = this.#inWork.has(item);
    this.#delayed.remove(item);
    if (item.asked === 'due' && !isInWork) {
      this.#lanes.remove(item);
      this.#reportDepth(item.priority);
    }
    item.asked = 'not';
    item.forgetCauses();
    if (!isInWork) this.#items.delete(key);
    this.#endDrain();
  }

  /**
   * Resolves with the next key, which is then in work until `done`. Resolves with `undefined` after `shutDown`, after
   * `drain` once nothing is left, and as soon as `signal` aborts.
   */
  async next(signal?: AbortSignal): Promise<string | undefined> {
    if (signal?.aborted === true || this.#phase === 'shut') return undefined;
    const item = this.#lanes.shift();
    return item === undefined ? this.#waiters.wait(signal) : this.#handOut(item);
  }

  /** Ends the work on `key`. Does nothing for a key that is not in work. */
  done(key: string): void {
    const item = this.#items.get(key);
    const workedMs = item && this.#inWork.end(item, this.#clock.monotonic());
    if (item === undefined || workedMs === undefined) return;
    this.#observer?.onWorked(workedMs);
    item.endWork();
    if (item.asked === 'not') this.#items.delete(key);
    if (item.asked === 'due') this.#offer(item);
    this.#serve();
    this.#endDrain();
  }

  /** Stops handing out and accepting keys, for good. Keys in work stay in work until `done`. */
  shutDown(): void {
    this.#phase = 'shut';
    this.#dropDelayed();
    for (let item = this.#lanes.shift(); item !== undefined; item = this.#lanes.shift()) {
      this.#items.delete(item.key);
      this.#reportDepth(item.priority);
    }
    for (const item of this.#items.values()) item.asked = 'not';
    this.#waiters.releaseAll();
    this.#drained.resolve(undefined);
  }

  /**
   * Accepts no more keys, drops delayed ones, and hands out the rest, including keys that were added while they were in
   * work. Resolves once all of them are done, or after `shutDown`.
   */
  async drain(): Promise<void> {
    if (this.#phase === 'open') {
      this.#phase = 'draining';
      this.#dropDelayed();
      this.#endDrain();
    }
    await this.#drained.promise;
  }

  #getItem(key: string): Item {
    const known = this.#items.get(key);
    if (known !== undefined) return known;
    const item = new Item(key);
    this.#items.set(key, item);
    return item;
  }

  #raise(item: Item, priority: number): void {
    const before = item.priority;
    const inLane = item.asked === 'due' && !this.#inWork.has(item);
    if (inLane) this.#lanes.remove(item);
    item.priority = priority;
    if (!inLane) return;
    this.#offer(item);
    this.#reportDepth(before);
  }

  #delay(item: Item, { afterMs, priority, causes }: Required<AddOptions>): void {
    if (item.asked === 'due' && priority <= item.priority) return;
    const dueAt = this.#clock.monotonic() + afterMs;
    const waits = item.position >= 0;
    item.laterPriority = waits ? Math.max(item.laterPriority, priority) : priority;
    if (item.asked === 'not') item.asked = 'later';
    if (waits && item.dueAt === dueAt) item.addLaterCauses(causes);
    if (waits && item.dueAt <= dueAt) return;
    item.setLaterCauses(causes);
    item.dueAt = dueAt;
    this.#delayed.put(item);
    this.#setTimer();
  }

  #becomeDue(item: Item, priority: number, causes: Causes): void {
    item.addCauses(causes);
    if (item.asked === 'due') {
      if (priority > item.priority) this.#raise(item, priority);
    } else {
      item.asked = 'due';
      item.priority = priority;
      item.dueSince = this.#clock.monotonic();
      this.#observer?.onAdded();
      if (!this.#inWork.has(item)) this.#offer(item);
    }
    // Keeps a delayed request with a higher priority, which will raise that of the key.
    if (item.laterPriority <= item.priority) this.#delayed.remove(item);
  }

  #offer(item: Item): void {
    this.#lanes.add(item);
    this.#reportDepth(item.priority);
  }

  /** Hands keys to waiting callers. */
  #serve(): void {
    while (this.#waiters.length > 0) {
      const item = this.#lanes.shift();
      if (item === undefined) return;
      this.#waiters.release(this.#handOut(item));
    }
  }

  #reportDepth(priority: number): void {
    this.#observer?.onDepth(this.#lanes.getLength(priority), priority);
  }

  #handOut(item: Item): string {
    const now = this.#clock.monotonic();
    item.asked = 'not';
    item.beginWork();
    this.#delayed.remove(item);
    this.#inWork.begin(item, now);
    this.#reportDepth(item.priority);
    this.#observer?.onWaited(now - item.dueSince);
    return item.key;
  }

  /** Sets one timer for all delayed keys, to the first one that becomes due. */
  #setTimer(): void {
    const at = this.#delayed.first?.dueAt;
    if (at === undefined || (this.#timer !== undefined && this.#timer.at <= at)) return;
    this.#timer?.cancel();
    const cancel = this.#clock.after(at - this.#clock.monotonic(), () => {
      this.#timer = undefined;
      this.#fire();
    });
    this.#timer = { at, cancel };
  }

  #fire(): void {
    const now = this.#clock.monotonic();
    for (let fired = 0; fired < firedAtOnce; fired += 1) {
      const item = this.#delayed.first;
      if (item === undefined || item.dueAt > now) break;
      this.#delayed.remove(item);
      this.#becomeDue(item, item.laterPriority, item.takeLaterCauses());
    }
    // Only after all are added, so that of keys that become due at the same time, the highest priority comes first.
    this.#serve();
    this.#setTimer();
  }

  #dropDelayed(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#delayed.clear();
    for (const item of this.#items.values()) {
      if (item.asked !== 'later') continue;
      item.asked = 'not';
      if (!this.#inWork.has(item)) this.#items.delete(item.key);
    }
  }

  #endDrain(): void {
    if (this.#phase === 'draining' && this.#lanes.length === 0 && this.#inWork.length === 0) this.shutDown();
  }
}
