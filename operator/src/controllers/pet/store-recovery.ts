import type { Clock, ObjectKey } from '@kubewright/runtime';

export interface StoreRecoveryOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** Returns a number in [0, 1) that shortens the pauses; 0 gives the full pause. */
  readonly random: () => number;
  /** Sends a cheap request to the store, and returns whether it answers. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  /** Called when the store answers again, before waiting Pets are enqueued. */
  readonly isBack: () => void;
}

/** The pause before the first probe, and the longest pause between two probes, in milliseconds. */
export const pauses = { firstMs: 250, lastMs: 2_000 } as const;

/** Time in milliseconds: if a call fails this soon after a successful probe, the store answers only probes. */
export const relapseMs = 5_000;

/** The longest pause before the first probe in milliseconds, while probes succeed but calls fail. */
export const longestPauseMs = 60_000;

/**
 * Enqueues Pets whose calls got no response, as soon as the store answers again. While a Pet waits, one probe at a time
 * checks whether the store answers: first 250 ms after the failed call, then with growing pauses of up to two seconds.
 * When the store answers, all waiting Pets are enqueued at once. If their calls fail again within five seconds, the
 * pause before the first probe doubles each time, up to a minute.
 */
export class StoreRecovery {
  readonly #options: StoreRecoveryOptions;
  readonly #waiting = new Map<string, ObjectKey>();
  #somebodyWaits = Promise.withResolvers<undefined>();
  #backAtMs = Number.NEGATIVE_INFINITY;
  #pauseMs: number = pauses.firstMs;

  constructor(options: StoreRecoveryOptions) {
    this.#options = options;
  }

  /** Adds a Pet whose call got no response. */
  addWaiting({ namespace, name }: ObjectKey): void {
    const key = namespace === undefined ? { name } : { namespace, name };
    this.#waiting.set(JSON.stringify(key), key);
    this.#somebodyWaits.resolve(undefined);
  }

  /**
   * Yields the waiting Pets each time the store answers again. The store is probed only while this iterator is
   * consumed. Errors: the signal's reason.
   */
  async *keys(signal: AbortSignal): AsyncGenerator<ObjectKey> {
    for (;;) {
      await this.#waitForWaiting(signal);
      await this.#waitUntilBack(signal);
      this.#options.isBack();
      const woken = [...this.#waiting.values()];
      this.#waiting.clear();
      this.#somebodyWaits = Promise.withResolvers();
      yield* woken;
    }
  }

  async #waitForWaiting(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = this.#somebodyWaits;
    const wake = (): void => resolve(undefined);
    signal.addEventListener('abort', wake);
    if (!signal.aborted) await promise;
    signal.removeEventListener('abort', wake);
    signal.throwIfAborted();
  }

  async #waitUntilBack(signal: AbortSignal): Promise<void> {
    const { clock, random, probe } = this.#options;
    this.#pauseMs = this.#computeFirstPauseMs();
    let pauseMs = this.#pauseMs;
    for (;;) {
      await clock.sleep(pauseMs * (1 - random() / 2), signal);
      if (await probe(signal)) break;
      pauseMs = Math.min(pauseMs * 2, pauses.lastMs);
    }
    this.#backAtMs = clock.monotonic();
  }

  #computeFirstPauseMs(): number {
    const isRelapse = this.#options.clock.monotonic() - this.#backAtMs < relapseMs;
    return isRelapse ? Math.min(this.#pauseMs * 2, longestPauseMs) : pauses.firstMs;
  }
}
