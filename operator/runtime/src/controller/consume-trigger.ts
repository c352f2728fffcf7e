import { type Clock, hasEndedWithin, type Logger, type ObjectKey, watchAbort } from '../base/index.ts';

interface ConsumeOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly over: AbortSignal;
}

/** How long a trigger may take to end once `return` is called. */
const closeTimeoutMs = 2_000;

/**
 * Passes each key of an iterable to `onKey`, until it ends or `over` aborts.
 *
 * Guarantees: passes no key once `over` has aborted; then calls `return` of the iterator, so that generators clean up,
 * and awaits it for at most two seconds.
 * Errors: those of the iterable, or of `onKey`.
 */
export async function consumeTrigger(
  keys: AsyncIterable<ObjectKey>,
  onKey: (key: ObjectKey) => void,
  { clock, log, over }: ConsumeOptions,
): Promise<void> {
  const iterator = keys[Symbol.asyncIterator]();
  using ending = watchAbort(over);
  try {
    await Promise.race([passOn(iterator, onKey, over), ending.aborted]);
  } finally {
    if (!(await hasEndedWithin(clock, closeTimeoutMs, close(iterator, log))))
      log.warn('a trigger does not stop; it is abandoned');
  }
}

type Keys = AsyncIterator<ObjectKey, unknown>;

/** Not `for await`: that calls `return` only after the pending `next`, which may never resolve. */
async function passOn(iterator: Keys, onKey: (key: ObjectKey) => void, over: AbortSignal): Promise<void> {
  for (;;) {
    const next = await iterator.next();
    if (next.done === true || over.aborted) return;
    onKey(next.value);
  }
}

async function close(iterator: Keys, log: Logger): Promise<void> {
  try {
    await iterator.return?.();
  } catch (error) {
    log.error(error, 'a trigger failed to clean up');
  }
}
