import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { whileWaiting } from './while-waiting.ts';

const clearLine = '\r\u001B[2K';

describe('whileWaiting', () => {
  it.each([
    [true, [`${clearLine}waiting: 2 s`, `${clearLine}waiting: 3 s`, clearLine]],
    [false, ['waiting…\n']],
  ])('shows what it waits for after two seconds (at a terminal: %s)', async (isTTY, expected) => {
    const clock = createFakeClock();
    const written: string[] = [];
    const output = { isTTY, write: (text: string) => void written.push(text) };
    const work = Promise.withResolvers<string>();
    const result = whileWaiting(work.promise, { what: 'waiting', output, clock });
    await clock.advance(1999);
    expect(written).toEqual([]);
    await clock.advance(1500);
    work.resolve('done');
    expect(await result).toBe('done');
    expect(written).toEqual(expected);
    expect(clock.timers).toBe(0);
  });

  it('shows nothing if the work takes less than two seconds', async () => {
    const clock = createFakeClock();
    const written: string[] = [];
    const output = { isTTY: true, write: (text: string) => void written.push(text) };
    const failing = whileWaiting(Promise.reject(new Error('no')), { what: 'waiting', output, clock });
    await expect(failing).rejects.toThrow('no');
    expect(written).toEqual([]);
    expect(clock.timers).toBe(0);
  });
});
