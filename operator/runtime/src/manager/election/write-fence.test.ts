import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { Term, WriteFence } from './term.ts';

describe('the write fence', () => {
  it('ends a term whose deadline has passed, even if no timer has fired', () => {
    const clock = createFakeClock();
    // The timers of a process that was paused fire late.
    const late = { monotonic: () => 10_000, after: () => () => undefined };
    const term = new Term({ clock: { ...clock, ...late }, renewDeadlineMs: 10_000, renewedAtMs: 0 });
    const fence = new WriteFence();
    fence.guard(term);

    expect(term.signal.aborted).toBe(false);
    fence.check();
    expect(term.signal.aborted).toBe(true);
    expect(fence.check).not.toThrow();
  });

  it('lets every call pass before the first term', () => {
    expect(new WriteFence().check).not.toThrow();
  });
});
