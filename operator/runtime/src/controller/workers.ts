import {
  allEnd,
  anySignal,
  endsWithin,
  type Failed,
  isAborted,
  type Logger,
  unattended,
  whenAborted,
} from '../base/index.ts';
import type { WorkQueue } from '../queue/index.ts';
import { reconcileKey, type ReconcileKeyOptions } from './reconcile-key.ts';
import { endReconcileSpan } from './reconcile-span.ts';
import { resultOf, settle } from './requeue.ts';

/** What workers need. */
export interface WorkersOptions extends ReconcileKeyOptions {
  readonly queue: WorkQueue;
  readonly stop: AbortSignal;
  readonly workers?: number;
  /** Told at once of a worker that has failed, which none is expected to. @default - nobody is */
  readonly failed?: Failed;
}

/** How long a worker waits for a reconcile after its signal has aborted. */
const abandonAfterMs = 5_000;

/** The workers of one term. */
interface Shift extends WorkersOptions {
  /** Aborts when no key is to be taken any more. */
  readonly noMore: AbortSignal;
  /** Reconciles that have ignored their signal, and have not ended yet. */
  readonly abandoned: Set<Promise<void>>;
}

/**
 * Works on due keys until `stop` or the end of leadership; resolves once every reconcile has ended.
 *
 * Guarantees: a reconcile that ignores its signal holds its worker up for no more than five seconds; its key stays in
 * work until it really ends, and then it counts like any other.
 */
export async function runWorkers(options: WorkersOptions): Promise<void> {
  const noMore = anySignal(options.stop, options.leadership.signal);
  const shift: Shift = { ...options, noMore, abandoned: new Set() };
  await allEnd(
    Array.from({ length: options.workers ?? 10 }, () => work(shift)),
    options.failed,
  );
  await allEnd([...shift.abandoned]);
}

async function work(shift: Shift): Promise<void> {
  const { queue, clock, observer, noMore } = shift;
  while (!noMore.aborted) {
    // A reconcile that has nothing to send waits for nobody: thousands of them would be one turn of the event loop.
    const due = clock.yieldIfDue();
    if (due !== undefined) await due;
    const key = await queue.next(noMore);
    if (key === undefined) return;
    // Handed over in the very moment in which it ended: it is the next one's.
    if (isAborted(noMore)) {
      queue.add(key);
      queue.done(key);
      return;
    }
    observer?.started();
    const startedAt = clock.monotonic();
    const running = reconcileKey(shift, key);
    const ended = running.outcome.then((outcome) => {
      const result = resultOf(outcome);
      settle(shift, { key, outcome, log: running.log });
      endReconcileSpan(running.span, outcome, result);
      observer?.finished(result, clock.monotonic() - startedAt);
      queue.done(key);
    });
    if (await endsInTime(shift, running.signal, ended)) continue;
    abandon(shift, { log: running.log, startedAt, ended });
  }
}

/** Waits for the end of a reconcile, but not for ever once its signal has aborted. */
async function endsInTime({ clock }: Shift, signal: AbortSignal, ended: Promise<void>): Promise<boolean> {
  using ending = whenAborted(signal);
  await Promise.race([ended, ending.aborted]);
  return !signal.aborted || (await endsWithin(clock, abandonAfterMs, ended));
}

/** Nobody may begin the key again while it runs; what it still sends is refused, as its signal has aborted. */
function abandon(
  { clock, abandoned, failed = () => undefined }: Shift,
  { log, startedAt, ended }: { readonly log: Logger; readonly startedAt: number; readonly ended: Promise<void> },
): void {
  const forMs = (): number => Math.round(clock.monotonic() - startedAt);
  log.warn('a reconcile ignores its signal; its worker goes on without it', { forMs: forMs() });
  const over = ended.finally(() => {
    abandoned.delete(over);
    log.info('a reconcile that was abandoned has ended', { forMs: forMs() });
  });
  unattended(over, failed);
  abandoned.add(over);
}
