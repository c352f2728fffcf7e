import {
  waitForAll,
  combineSignals,
  hasEndedWithin,
  type OnFailure,
  isAborted,
  type Logger,
  catchFailure,
  watchAbort,
} from '../base/index.ts';
import type { WorkQueue } from '../queue/index.ts';
import { toReconcileResult } from './reconcile-observer.ts';
import { reconcileKey, type ReconcileKeyOptions } from './reconcile-key.ts';
import { endReconcileSpan } from './reconcile-span.ts';
import { requeueAtExpiry } from './requeue-at-expiry.ts';
import { requeue } from './requeue.ts';

export interface WorkersOptions extends ReconcileKeyOptions {
  readonly queue: WorkQueue;
  readonly stop: AbortSignal;
  readonly workers?: number;
  /** Receives an unexpected error of a worker at once. @default - ignored */
  readonly failed?: OnFailure;
}

/** How long a worker waits for a reconcile after the signal of the reconcile has aborted, in milliseconds. */
const abandonAfterMs = 5_000;

/** The workers during one term of leadership. */
interface Shift extends WorkersOptions {
  /** Aborts when workers must not take more keys. */
  readonly noMore: AbortSignal;
  /** Reconciles that still run although they were abandoned. */
  readonly abandoned: Set<Promise<void>>;
}

/**
 * Reconciles due keys until `stop` aborts or the leadership ends; resolves once every reconcile has ended. Guarantees:
 * a reconcile that ignores its signal occupies its worker for at most five more seconds. Its key is not reconciled
 * again until it has really ended; its outcome then counts like any other.
 */
export async function runWorkers(options: WorkersOptions): Promise<void> {
  const noMore = combineSignals(options.stop, options.leadership.signal);
  const shift: Shift = { ...options, noMore, abandoned: new Set() };
  await waitForAll(
    Array.from({ length: options.workers ?? 10 }, () => work(shift)),
    options.failed,
  );
  await waitForAll([...shift.abandoned]);
}

async function work(shift: Shift): Promise<void> {
  const { queue, clock, observer, noMore } = shift;
  while (!noMore.aborted) {
    // A reconcile that sends nothing never waits for the network, so thousands of them would block the event loop.
    const due = clock.yieldIfDue();
    if (due !== undefined) await due;
    const key = await queue.next(noMore);
    if (key === undefined) return;
    // The term has ended since the key became due. The key stays due for the next term.
    if (isAborted(noMore)) {
      queue.giveBack(key);
      queue.done(key);
      return;
    }
    observer?.onStarted();
    const [startedAt, begunAtMs] = [clock.monotonic(), clock.now()];
    const running = reconcileKey(shift, { key, causes: queue.causesOf(key) });
    const ended = running.outcome.then((outcome) => {
      const result = toReconcileResult(outcome);
      const tookMs = clock.monotonic() - startedAt;
      requeue(shift, { key, outcome, log: running.log });
      requeueAtExpiry(shift, { key, outcome, begunAtMs });
      running.log.debug('reconciled', { result, durationMs: Math.round(tookMs) });
      endReconcileSpan(running.span, outcome, result);
      observer?.onFinished(result, tookMs);
      queue.done(key);
    });
    if (await hasEndedInTime(shift, running.signal, ended)) continue;
    abandon(shift, { log: running.log, startedAt, ended });
  }
}

/** Waits for the end of a reconcile. Returns false five seconds after its signal has aborted. */
async function hasEndedInTime({ clock }: Shift, signal: AbortSignal, ended: Promise<void>): Promise<boolean> {
  using ending = watchAbort(signal);
  await Promise.race([ended, ending.aborted]);
  return !signal.aborted || (await hasEndedWithin(clock, abandonAfterMs, ended));
}

/**
 * Frees the worker of a running reconcile. The key stays in work, so that no other worker takes it. Writes of the
 * reconcile are rejected, because its signal has aborted.
 */
function abandon(
  { clock, abandoned, failed = () => undefined }: Shift,
  { log, startedAt, ended }: { readonly log: Logger; readonly startedAt: number; readonly ended: Promise<void> },
): void {
  const forMs = (): number => Math.round(clock.monotonic() - startedAt);
  log.warn('a reconcile ignores its signal; its worker takes the next key', { forMs: forMs() });
  const over = ended.finally(() => {
    abandoned.delete(over);
    log.info('an abandoned reconcile has ended', { forMs: forMs() });
  });
  catchFailure(over, failed);
  abandoned.add(over);
}
