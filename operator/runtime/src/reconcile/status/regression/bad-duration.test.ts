import { expect, it } from 'vitest';

import { durationMs, periodMs } from '../../../base/index.ts';
import { refusalOf } from '../refusal.ts';

it.each([durationMs, periodMs])(
  'a duration of a spec that cannot be read is Invalid: a change of the spec heals it',
  (read) => {
    const thrown = (): unknown => {
      try {
        return read('5x');
      } catch (error) {
        return error;
      }
    };
    expect(refusalOf(thrown())).toEqual({
      reason: 'Invalid',
      message: 'failed to read a duration: "5x" is not allowed; give a duration such as 90s, 5m or 1h30m',
      retry: false,
    });
  },
);
