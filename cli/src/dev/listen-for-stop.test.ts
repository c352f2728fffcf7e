import { EventEmitter } from 'node:events';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { listenForStop } from './listen-for-stop.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
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
