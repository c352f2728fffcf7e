import { type Clock, type ObjectKey, sleepWith } from '../base/index.ts';
import type { PeriodicWork, Trigger } from '../reconcile/index.ts';

type AnyContext = Readonly<Record<string, unknown>>;

interface PeriodicOptions {
  readonly clock: Clock;
  /** Returns random numbers in [0, 1). */
  readonly random: () => number;
  readonly over: AbortSignal;
  /** Called after each run of the work that did not throw. */
  readonly succeeded: () => void;
}

/**
 * Creates a trigger that runs periodic work until `over` aborts. If the work throws, the trigger ends with that error;
 * when it is started again, it runs the work at once and then at its usual times.
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

/** Sleeps until `timeMs`, in steps: the longest timer is 25 days. */
async function sleepUntil(timeMs: number, clock: Clock, over: AbortSignal): Promise<void> {
  for (let leftMs = timeMs - clock.monotonic(); leftMs > 0; leftMs = timeMs - clock.monotonic()) {
    await sleepWith(clock, leftMs, over);
  }
}
