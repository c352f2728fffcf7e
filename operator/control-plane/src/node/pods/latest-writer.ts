import type { Clock, Logger } from '@kubewright/runtime/internal/base';

/** Writes the newest value; skips values in between. */
export interface LatestWriter<T> {
  /** Writes `value` unless it equals the last written one. */
  set(value: T): void;
  /** Writes the last value again, because another writer has overwritten it. */
  rewrite(): void;
  /** Resolves when all values are written or dropped. */
  waitUntilIdle(): Promise<void>;
}

export interface LatestWriterOptions<T> {
  write(value: T): Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Drops the pending value when it aborts. */
  readonly signal: AbortSignal;
}

/** Within this time, only the last value is written. */
const gatherMs = 5;
const retryMs = { first: 100, longest: 5_000 };

/** Creates a writer that sends one value at a time and retries until it succeeds. */
export function createLatestWriter<T>(options: LatestWriterOptions<T>): LatestWriter<T> {
  const { clock, logger, signal } = options;
  let wanted: T | undefined;
  let written: string | undefined;
  let running: Promise<void> | undefined;
  /** The number of calls to `rewrite`. */
  let overwrites = 0;

  async function run(): Promise<void> {
    let waitMs = gatherMs;
    let failedMs = retryMs.first;
    while (JSON.stringify(wanted) !== written) {
      await clock.sleep(waitMs, signal);
      const value = wanted as T;
      const before = overwrites;
      try {
        await options.write(value);
        if (overwrites === before) written = JSON.stringify(value);
        [waitMs, failedMs] = [gatherMs, retryMs.first];
      } catch (error) {
        signal.throwIfAborted();
        logger.error(error, 'failed to write the status of a Pod', { waitMs: failedMs });
        [waitMs, failedMs] = [failedMs, Math.min(failedMs * 2, retryMs.longest)];
      }
    }
  }

  function startWriting(): void {
    if (signal.aborted || JSON.stringify(wanted) === written) return;
    running ??= run()
      .catch(() => undefined) // the signal has aborted
      .finally(() => {
        running = undefined;
        startWriting();
      });
  }

  return {
    set(value) {
      wanted = value;
      startWriting();
    },
    rewrite() {
      overwrites++;
      written = undefined;
      startWriting();
    },
    async waitUntilIdle() {
      while (running !== undefined) await running;
    },
  };
}
