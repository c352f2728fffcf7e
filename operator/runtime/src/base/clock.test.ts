import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { neverAborted } from './abort.ts';
import { formatMicroTimestamp, sleepWith, systemClock, formatTimestamp } from './clock.ts';

describe('timestamps', () => {
  const clock = { now: () => Date.parse('2026-02-03T04:05:06.789Z') };

  it('of metav1.Time have whole seconds', () => {
    expect(formatTimestamp(clock)).toBe('2026-02-03T04:05:06Z');
  });

  it('of a number are those of its milliseconds', () => {
    expect(formatTimestamp(clock.now() + 60_000)).toBe('2026-02-03T04:06:06Z');
    expect(() => formatTimestamp(Number.NaN)).toThrow(RangeError);
  });

  it('of metav1.MicroTime have six digits', () => {
    expect(formatMicroTimestamp(clock)).toBe('2026-02-03T04:05:06.789000Z');
  });
});

describe('sleepWith', () => {
  it('resolves after its time and leaves no listener on the signal', async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    let done = false;
    const sleep = sleepWith(clock, 100, controller.signal).then(() => (done = true));
    await clock.advance(99);
    expect(done).toBe(false);
    await clock.advance(1);
    await sleep;
    expect(done).toBe(true);
    controller.abort(new Error('too late'));
  });

  it('rejects with the reason as soon as the signal aborts, and cancels its timer', async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    const sleep = sleepWith(clock, 100, controller.signal);
    const reason = new Error('stop');
    controller.abort(reason);
    await expect(sleep).rejects.toBe(reason);
    expect(clock.timers).toBe(0);
  });

  it('rejects at once under an aborted signal, with an error for any reason', async () => {
    const clock = createFakeClock();
    await expect(sleepWith(clock, 100, AbortSignal.abort('a word'))).rejects.toMatchObject({
      code: 'STOPPED',
      cause: 'a word',
    });
    expect(clock.timers).toBe(0);
  });
});

describe('systemClock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-02-03T04:05:06.789Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('returns the time of day, and measures', () => {
    const before = systemClock.monotonic();
    vi.advanceTimersByTime(250);
    expect(systemClock.monotonic() - before).toBe(250);
    expect(systemClock.now()).toBe(Date.parse('2026-02-03T04:05:07.039Z'));
  });

  it('fires once, after the delay', () => {
    let fired = 0;
    systemClock.after(100, () => (fired += 1));
    vi.advanceTimersByTime(99);
    expect(fired).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(fired).toBe(1);
  });

  it('does not fire early when the delay exceeds the maximum of setTimeout', () => {
    let fired = false;
    systemClock.after(2 ** 31 + 1000, () => (fired = true));
    vi.advanceTimersByTime(60_000);
    expect(fired).toBe(false);
  });

  it('does not fire a cancelled timer, even if it is cancelled twice', () => {
    let fired = false;
    const cancel = systemClock.after(0, () => (fired = true));
    cancel();
    cancel();
    vi.advanceTimersByTime(1000);
    expect(fired).toBe(false);
  });

  it('sleeps', async () => {
    const sleep = systemClock.sleep(100, neverAborted);
    vi.advanceTimersByTime(100);
    await expect(sleep).resolves.toBeUndefined();
  });
});
