import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';

import { stopSignals } from './stop-signals.ts';

function listen(): { send: (signal: string, atMs: number) => void; stop: AbortSignal; seconds: () => number } {
  const source = new EventEmitter();
  let time = 0;
  let seconds = 0;
  const stop = stopSignals({ source, onSecond: () => (seconds += 1), now: () => time });
  const send = (signal: string, atMs: number): void => {
    time = atMs;
    source.emit(signal);
  };
  return { send, stop, seconds: () => seconds };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('the first %s requests a stop', (signal) => {
  const { send, stop, seconds } = listen();
  expect(stop.aborted).toBe(false);
  send(signal, 0);
  expect([stop.aborted, seconds()]).toEqual([true, 0]);
});

test('the same Ctrl-C, passed on by npm, is not a second one', () => {
  const { send, seconds } = listen();
  send('SIGINT', 1_000);
  send('SIGINT', 1_003);
  expect(seconds()).toBe(0);
});

test('a later signal ends the process at once', () => {
  const { send, seconds } = listen();
  send('SIGINT', 0);
  send('SIGTERM', 2_000);
  expect(seconds()).toBe(1);
});
