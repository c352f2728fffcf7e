import { EventEmitter } from 'node:events';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { listenForStop, watchParent } from './listen-for-stop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the first signal asks for a stop, and only one that is later than its repetition exits at once', () => {
  const exit = vi.fn();
  const source = Object.assign(new EventEmitter(), { exit }) as unknown as NodeJS.Process;
  using request = listenForStop(source);
  expect(request.signal.aborted).toBe(false);
  source.emit('SIGINT', 'SIGINT');
  source.emit('SIGINT', 'SIGINT');
  expect(request.signal.aborted).toBe(true);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600);
  source.emit('SIGINT', 'SIGINT');
  expect(exit).toHaveBeenCalledExactlyOnceWith(130);
});

it('a terminal that is closed asks for a stop', () => {
  const source = Object.assign(new EventEmitter(), { exit: vi.fn() }) as unknown as NodeJS.Process;
  using request = listenForStop(source);
  source.emit('SIGHUP', 'SIGHUP');
  expect(request.signal.aborted).toBe(true);
});

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
