import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { waitForAbort, combineSignals, createDeadline, neverAborted } from './abort.ts';
import { isOperatorError } from './errors.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('combineSignals', () => {
  it('aborts with the reason of the first aborted signal', () => {
    const [a, b] = [new AbortController(), new AbortController()];
    const signal = combineSignals(a.signal, undefined, b.signal);
    expect(signal.aborted).toBe(false);
    const reason = new Error('stop');
    b.abort(reason);
    expect(signal.reason).toBe(reason);
    a.abort(new Error('too late'));
    expect(signal.reason).toBe(reason);
  });

  it('of one signal is that signal', () => {
    const { signal } = new AbortController();
    expect(combineSignals(undefined, signal)).toBe(signal);
  });

  it('of none never aborts', () => {
    expect(combineSignals(undefined).aborted).toBe(false);
    expect(neverAborted.aborted).toBe(false);
  });
});

describe('createDeadline', () => {
  it('aborts with TIMED_OUT at its time, not before', async () => {
    const clock = createFakeClock();
    using limit = createDeadline(clock, { what: 'reconcile default/web', afterMs: 1000 });
    await clock.advance(999);
    expect(limit.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(isOperatorError(limit.signal.reason, 'TIMED_OUT')).toBe(true);
    expect(String(limit.signal.reason)).toContain('failed to reconcile default/web within 1000 ms');
  });

  it('aborts earlier with its parent, for the same reason', () => {
    const parent = new AbortController();
    using limit = createDeadline(createFakeClock(), { what: 'work', afterMs: 1000, parent: parent.signal });
    const reason = new Error('not leading');
    parent.abort(reason);
    expect(limit.signal.reason).toBe(reason);
  });

  it('is aborted from the start if its parent is', () => {
    using limit = createDeadline(createFakeClock(), { what: 'work', afterMs: 1, parent: AbortSignal.abort('gone') });
    expect(limit.signal.reason).toBe('gone');
  });

  it('leaves no timer when the work is done', async () => {
    const clock = createFakeClock();
    const limit = createDeadline(clock, { what: 'work', afterMs: 1000 });
    limit[Symbol.dispose]();
    expect(clock.timers).toBe(0);
    await clock.advance(2000);
    expect(limit.signal.aborted).toBe(false);
  });
});

describe('a deadline whose parent lives as long as the process', () => {
  it('is released when the work is done, even with a listener', async () => {
    const parent = new AbortController();
    const clock = createFakeClock();
    function work(): WeakRef<AbortSignal> {
      using limit = createDeadline(clock, { what: 'work', afterMs: 1000, parent: parent.signal });
      limit.signal.addEventListener('abort', () => undefined);
      return new WeakRef(limit.signal);
    }
    const signal = work();
    const isForgotten = (): boolean => {
      collectGarbage();
      return signal.deref() === undefined;
    };
    await expect.poll(isForgotten, { timeout: 5000 }).toBe(true);
    expect(parent.signal.aborted).toBe(false);
  });
});

describe('waitForAbort', () => {
  it('resolves when the signal aborts, for any reason', async () => {
    const controller = new AbortController();
    const end = waitForAbort(controller.signal);
    controller.abort(new Error('stop'));
    await expect(end).resolves.toBeUndefined();
    await expect(waitForAbort(AbortSignal.abort())).resolves.toBeUndefined();
  });
});
