import { type Clock, type Logger, hasSlept } from '../base/index.ts';

interface ResyncOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Returns random numbers in [0, 1). @default Math.random */
  readonly random?: () => number;
  /** The approximate interval in milliseconds. @default - never */
  readonly resyncPeriodMs?: number;
  /** Enqueues all resources, with a lower priority than any change; returns their number. */
  readonly enqueueAll: () => Promise<number>;
}

/** Each interval varies randomly by up to this fraction, so that controllers do not resync at the same time. */
const jitter = 0.1;

/** Enqueues all resources at intervals, until `over` aborts. */
export async function runResync(options: ResyncOptions, over: AbortSignal): Promise<void> {
  const { clock, log, random = Math.random, resyncPeriodMs, enqueueAll } = options;
  if (resyncPeriodMs === undefined) return;
  while (!over.aborted) {
    const waitMs = resyncPeriodMs * (1 - jitter + 2 * jitter * random());
    if (await hasSlept(clock, waitMs, over))
      log.debug('reconciling all objects again', { resources: await enqueueAll() });
  }
}
