import { describe, expect, it } from 'vitest';

import { timingDefaults, findTimingProblem } from './options.ts';

describe('findTimingProblem', () => {
  it('accepts the defaults, and the shortest working durations', () => {
    expect(findTimingProblem(timingDefaults)).toBeUndefined();
    expect(findTimingProblem({ leaseDurationMs: 1_300, renewDeadlineMs: 1_201, retryPeriodMs: 1_000 })).toBeUndefined();
  });

  it.each([
    [{ leaseDurationMs: 10_000 }, 'lease duration (10 s) must be longer than the renew deadline (10 s)'],
    [{ renewDeadlineMs: 2_400 }, 'renew deadline (2.4 s) must be longer than 1.2 times the retry period (2 s)'],
    [{ retryPeriodMs: 999 }, 'at least 1 second'],
    [{ leaseDurationMs: 0 }, 'at least 1 second'],
    [{ renewDeadlineMs: Number.NaN }, 'at least 1 second'],
  ])('rejects %j', (timing, problem) => {
    expect(findTimingProblem({ ...timingDefaults, ...timing })).toContain(problem);
  });
});
