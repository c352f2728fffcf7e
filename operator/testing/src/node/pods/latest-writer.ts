import type { Clock, Logger } from '@kubewright/runtime/internal/base';

/** Writes the newest value; those in between are left out. */
export interface LatestWriter<T> {
  /** `value` is to be written, unless it is what was written last. */
  set(value: T): void;
  /** The last write was undone by somebody: it is to be written again. */
  again(): void;
  /** Resolves when everything is written or given up. */
  idle(): Promise<void>;
}

export interface LatestWriterOptions<T> {
  write(value: T): Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Gives up what is not written yet. */
  readonly signal: AbortSignal;
}

/** What happens within this time is written at once. */
const gatherMs = 5;
const retryMs = { first: 100, longest: 5_000 };

/** A writer that sends one value at a time and tries until it has succeeded. */
export function createLatestWriter<T>(options: LatestWriterOptions<T>): LatestWriter<T> {
  const { clock, logger, signal } = options;
  let wanted: T | undefined;
  let written: string | undefined;
  let running: Promise<void> | undefined;
  /** How often the last write was undone. */
  let undone = 0;

  async function run(): Promise<void> {
    let waitMs = gatherMs;
    let failedMs = retryMs.first;
    while (JSON.stringify(wanted) !== written) {
      await clock.sleep(waitMs, signal);
      const value = wanted as T;
      const before = undone;
      try {
        await options.write(value);
        if (undone === before) written = JSON.stringify(value);
        [waitMs, failedMs] = [gatherMs, retryMs.first];
      } catch (error) {
        signal.throwIfAborted();
        logger.error(error, 'status not written', { waitMs: failedMs });
        [waitMs, failedMs] = [failedMs, Math.min(failedMs * 2, retryMs.longest)];
      }
    }
  }

  function kick(): void {
    if (signal.aborted || JSON.stringify(wanted) === written) return;
    running ??= run()
      .catch(() => undefined) // given up: the signal has aborted
      .finally(() => {
        running = undefined;
        kick();
      });
  }

  return {
    set(value) {
      wanted = value;
      kick();
    },
    again() {
      undone++;
      written = undefined;
      kick();
    },
    async idle() {
      while (running !== undefined) await running;
    },
  };
}
