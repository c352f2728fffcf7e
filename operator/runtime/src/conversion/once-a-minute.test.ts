import { expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { onceAMinute } from './report-failure.ts';

it('a text is new again after a minute, whatever else there is', async () => {
  const clock = createFakeClock();
  const isNew = onceAMinute(clock);
  expect(['a', 'a', 'b'].map(isNew)).toEqual([true, false, true]);
  await clock.advance(59_999);
  expect(isNew('a')).toBe(false);
  await clock.advance(1);
  expect(['a', 'a'].map(isNew)).toEqual([true, false]);
});

it('of very many texts the oldest are forgotten', () => {
  const isNew = onceAMinute(createFakeClock());
  for (let index = 0; index <= 1_000; index += 1) expect(isNew(String(index))).toBe(true);
  expect(isNew('1000')).toBe(false);
  expect(isNew('0')).toBe(true);
});
