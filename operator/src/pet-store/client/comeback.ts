import { type Clock, keyText, type ObjectKey, sleepWith, whenAborted } from '@kubewright/runtime/internal/base';

export interface ComebackOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Spreads the pauses; in [0, 1), where 0 gives the full pause. */
  readonly random: () => number;
  /** Sends the store a cheap request, to see whether it answers. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  /** Called when it answers, before those who wait are woken. */
  readonly isBack: () => void;
}

/** Before the first probe, and between two of them at last, in milliseconds. */
export const pauses = { firstMs: 250, lastMs: 2_000 } as const;

/** Who fails so soon after a probe was answered shows that probes are answered and little else. */
export const relapseMs = 5_000;

/** Before the first probe at most, if the answers to probes are not to be believed. */
export const longestPauseMs = 60_000;

/**
 * When a store that was away is back, for those who had no answer from it and wait.
 *
 * While somebody waits, and only then, one probe at a time asks the store whether it answers: a quarter of a second after
 * a call had no answer, and less and less often, but every two seconds at last. Who waits is woken at once when it does.
 * If they fail again within five seconds, the next probe is put off twice as long each time, for a minute at most.
 */
export class Comeback {
  readonly #options: ComebackOptions;
  readonly #waiting = new Map<string, ObjectKey>();
  #somebodyWaits = Promise.withResolvers<undefined>();
  #backAtMs = Number.NEGATIVE_INFINITY;
  #pauseMs: number = pauses.firstMs;

  constructor(options: ComebackOptions) {
    this.#options = options;
  }

  /** A Pet that had no answer, and now waits for the store. */
  waits({ namespace, name }: ObjectKey): void {
    const key = namespace === undefined ? { name } : { namespace, name };
    this.#waiting.set(keyText(key), key);
    this.#somebodyWaits.resolve(undefined);
  }

  /** Yields the waiting Pets each time the store is back; it is probed while this is consumed. Errors: the signal's reason. */
  async *keys(signal: AbortSignal): AsyncGenerator<ObjectKey> {
    for (;;) {
      await this.#untilSomebodyWaits(signal);
      await this.#untilBack(signal);
      this.#options.isBack();
      const woken = [...this.#waiting.values()];
      this.#waiting.clear();
      this.#somebodyWaits = Promise.withResolvers();
      yield* woken;
    }
  }

  async #untilSomebodyWaits(signal: AbortSignal): Promise<void> {
    using ending = whenAborted(signal);
    await Promise.race([this.#somebodyWaits.promise, ending.aborted]);
    signal.throwIfAborted();
  }

  async #untilBack(signal: AbortSignal): Promise<void> {
    const { clock, random, probe } = this.#options;
    this.#pauseMs = this.#firstPauseMs();
    let pauseMs = this.#pauseMs;
    for (;;) {
      await sleepWith(clock, pauseMs * (1 - random() / 2), signal);
      if (await probe(signal)) break;
      pauseMs = Math.min(pauseMs * 2, pauses.lastMs);
    }
    this.#backAtMs = clock.monotonic();
  }

  #firstPauseMs(): number {
    const isRelapse = this.#options.clock.monotonic() - this.#backAtMs < relapseMs;
    return isRelapse ? Math.min(this.#pauseMs * 2, longestPauseMs) : pauses.firstMs;
  }
}
