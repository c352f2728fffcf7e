import { type Clock, hasEndedWithin, type Logger, type ObjectKey, watchAbort } from '../base/index.ts';

interface ConsumeOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly over: AbortSignal;
}

/** How long to wait for a trigger after `return` was called, in milliseconds. */
const closeTimeoutMs = 2_000;

/**
 * Passes each key of an iterable to `onKey`, until the iterable ends or `over` aborts. Guarantees: passes no key after
 * `over` has aborted. It then calls `return` of the iterator, so that a generator can clean up, and waits up to two
 * seconds for it. Errors: those of the iterable, or of `onKey`.
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

/** Reads the iterator. `for await` would call `return` only after the pending `next`, which may never resolve. */
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
