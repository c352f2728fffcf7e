import { describe, expect, it } from 'vitest';

import { durationMs } from './formats.ts';

describe('durationMs', () => {
  it.each([
    ['5m', 300_000],
    ['90s', 90_000],
    ['1h30m', 5_400_000],
    ['1h1m1s1ms', 3_661_001],
    ['500ms', 500],
    ['2m5ms', 120_005],
    ['300', 300_000],
  ])('of %s is %i', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each(['', '0', '0h0ms', '1.5s', '5s1m', '5ms1s', '-5s', ' 5m', '5 m', '5M', '1d', 'm'])('refuses %j', (text) => {
    expect(() => durationMs(text)).toThrow(
      expect.objectContaining({
        code: 'SETTINGS_INVALID',
        message: `failed to read a duration: ${JSON.stringify(text)} is not allowed; give a duration such as 90s, 5m or 1h30m`,
      }),
    );
  });
});
