import type { Clock, Logger } from '@kubewright/runtime/internal/base';

/** Writes a value that changes often: always the newest one, without those in between. */
export interface LatestWriter<T> {
  /** Writes `value`, unless it equals the last written one. */
  set(value: T): void;
  /** Writes the last value again. Call it when another writer has overwritten it. */
  rewrite(): void;
  /** Resolves when no value is left to write. */
  waitUntilIdle(): Promise<void>;
}

export interface LatestWriterOptions<T> {
  write(value: T): Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Drops a value that is not written yet when it aborts. */
  readonly signal: AbortSignal;
}

/** Time in milliseconds in which several values are combined into one write. */
const gatherMs = 5;
const retryMs = { first: 100, longest: 5_000 };

/** Creates a writer that sends one value at a time and retries until it succeeds. */
export function createLatestWriter<T>(options: LatestWriterOptions<T>): LatestWriter<T> {
  const { clock, logger, signal } = options;
  let wanted: T | undefined;
  let written: string | undefined;
  let running: Promise<void> | undefined;
  /** The number of calls of `rewrite`. */
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
      .catch(() => undefined) // A rejection means that the signal has aborted.
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
