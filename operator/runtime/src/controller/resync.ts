import { type Clock, type Logger, sleepWith } from '../base/index.ts';

/** What a resync needs. */
export interface ResyncOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** In [0, 1). @default Math.random */
  readonly random?: () => number;
  /** About how often. @default - never */
  readonly resyncPeriodMs?: number;
  /** Makes all resources due, behind everything that has changed; returns how many there are. */
  readonly enqueueAll: () => Promise<number>;
}

/** Each period is up to so much shorter or longer, so that controllers do not resync at the same time. */
const jitter = 0.1;

/** Has all resources reconciled again in every period, until `over` aborts. */
export async function runResync(options: ResyncOptions, over: AbortSignal): Promise<void> {
  const { clock, log, random = Math.random, resyncPeriodMs, enqueueAll } = options;
  if (resyncPeriodMs === undefined) return;
  while (!over.aborted) {
    const waitMs = resyncPeriodMs * (1 - jitter + 2 * jitter * random());
    const waited = await sleepWith(clock, waitMs, over).then(
      () => true,
      () => false,
    );
    if (waited) log.debug('reconciling all resources again', { resources: await enqueueAll() });
  }
}
