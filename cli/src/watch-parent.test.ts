import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { watchParent } from './watch-parent.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the end of the parent is noticed once', () => {
  let parent = 7;
  const ended = vi.fn();
  watchParent(ended, () => parent);
  vi.advanceTimersByTime(1_000);
  expect(ended).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(5_000);
  expect(ended).toHaveBeenCalledOnce();
});

it('nothing is noticed after the watch has stopped', () => {
  let parent = 7;
  const ended = vi.fn();
  const stop = watchParent(ended, () => parent);
  stop();
  parent = 1;
  vi.advanceTimersByTime(5_000);
  expect(ended).not.toHaveBeenCalled();
});
