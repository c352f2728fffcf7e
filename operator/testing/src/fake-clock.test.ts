import { describe, expect, it } from 'vitest';

import { createFakeClock } from './fake-clock.ts';

describe('the fake clock', () => {
  it('stands still until it is advanced', async () => {
    const clock = createFakeClock('2026-05-01T12:00:00Z');
    expect(new Date(clock.now()).toISOString()).toBe('2026-05-01T12:00:00.000Z');
    expect(clock.monotonic()).toBe(0);

    await clock.advance(1500);

    expect(new Date(clock.now()).toISOString()).toBe('2026-05-01T12:00:01.500Z');
    expect(clock.monotonic()).toBe(1500);
  });

  it('fires timers in time order, each at its time', async () => {
    const clock = createFakeClock();
    const fired: string[] = [];
    for (const [name, delayMs] of Object.entries({ c: 30, a: 10, b: 20, b2: 20 })) {
      clock.after(delayMs, () => fired.push(`${name} at ${String(clock.monotonic())}`));
    }

    await clock.advance(25);
    expect(fired).toEqual(['a at 10', 'b at 20', 'b2 at 20']);

    await clock.advance(5);
    expect(fired).toContain('c at 30');
    expect(clock.timers).toBe(0);
  });

  it('fires timers set by other timers, also after promises, within the same advance', async () => {
    const clock = createFakeClock();
    const signal = new AbortController().signal;
    const woke: number[] = [];
    const loop = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(10, signal);
        await Promise.resolve();
        woke.push(clock.monotonic());
      }
    };
    void loop();

    await clock.advance(35);

    expect(woke).toEqual([10, 20, 30]);
  });

  it('never fires a cancelled timer', async () => {
    const clock = createFakeClock();
    const fired: string[] = [];
    const cancel = clock.after(10, () => fired.push('cancelled'));
    clock.after(5, () => cancel());

    await clock.advance(20);

    expect(fired).toEqual([]);
    cancel();
  });

  it('rejects a sleep with the reason of its signal', async () => {
    const clock = createFakeClock();
    const stop = new AbortController();
    const sleep = clock.sleep(10, stop.signal);

    stop.abort(new Error('enough'));

    await expect(sleep).rejects.toThrow('enough');
    expect(clock.timers).toBe(0);
  });
});
