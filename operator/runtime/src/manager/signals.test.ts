import { EventEmitter } from 'node:events';

import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { silentLogger } from '../base/index.ts';
import { listenForStop, type SignalSource } from './signals.ts';

class FakeProcess extends EventEmitter implements SignalSource {
  readonly exits: number[] = [];

  exit(code: number): void {
    this.exits.push(code);
  }

  send(name: 'SIGINT' | 'SIGTERM'): void {
    this.emit(name, name);
  }
}

describe('listenForStop', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('aborts at the first %s, and the process keeps running', (name) => {
    const process = new FakeProcess();
    using stop = listenForStop(process, silentLogger);
    expect(stop.signal.aborted).toBe(false);
    process.send(name);
    expect(stop.signal.reason).toMatchObject({ code: 'STOPPED', message: `failed to continue: ${name} was received` });
    expect(process.exits).toEqual([]);
  });

  it.each([
    ['SIGTERM', 'SIGTERM', 143],
    ['SIGTERM', 'SIGINT', 130],
    ['SIGINT', 'SIGINT', 130],
  ] as const)('exits at once when %s is followed by %s', async (first, second, code) => {
    const process = new FakeProcess();
    const clock = createFakeClock();
    using _stop = listenForStop(process, silentLogger, clock);
    process.send(first);
    await clock.advance(500);
    process.send(second);
    expect(process.exits).toEqual([code]);
  });

  it('treats two signals within half a second as one, because npm also passes on a Ctrl-C', async () => {
    const process = new FakeProcess();
    const clock = createFakeClock();
    using _stop = listenForStop(process, silentLogger, clock);
    process.send('SIGINT');
    await clock.advance(499);
    process.send('SIGINT');
    expect(process.exits).toEqual([]);
  });

  it('stops listening when it is disposed', () => {
    const process = new FakeProcess();
    listenForStop(process, silentLogger)[Symbol.dispose]();
    expect(process.eventNames()).toEqual([]);
  });
});
