import { type Clock, type ObjectKey, sleepWith } from '../base/index.ts';
import type { PeriodicWork, Trigger } from '../reconcile/index.ts';

type AnyContext = Readonly<Record<string, unknown>>;

interface PeriodicOptions {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly over: AbortSignal;
  /** Called after each run that did not throw. */
  readonly succeeded: () => void;
}

/**
 * A trigger that runs periodic work from now on, until `over`. A run that throws ends it with that error; called again,
 * it runs at once and returns to its times.
 */
export function createPeriodicTrigger(
  { everyMs, work }: PeriodicWork<AnyContext>,
  { clock, random, over, succeeded }: PeriodicOptions,
): Trigger<AnyContext> {
  let dueMs = clock.monotonic() + everyMs * (1 - random());
  return async function* (context): AsyncGenerator<ObjectKey> {
    while (!over.aborted) {
      await sleepUntil(dueMs, clock, over);
      const keys = await work(context);
      succeeded();
      dueMs += everyMs * Math.max(1, Math.ceil((clock.monotonic() - dueMs) / everyMs));
      for (const key of keys ?? []) {
        await clock.yieldIfDue();
        yield key;
      }
    }
  };
}

/** Sleeps again if the timer fires early, because the longest timer is 25 days. */
async function sleepUntil(timeMs: number, clock: Clock, over: AbortSignal): Promise<void> {
  for (let leftMs = timeMs - clock.monotonic(); leftMs > 0; leftMs = timeMs - clock.monotonic()) {
    await sleepWith(clock, leftMs, over);
  }
}
