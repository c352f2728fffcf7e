import { EventEmitter } from 'node:events';

import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { type FailureSource, stopOnFailure } from './failure-stop.ts';

class FakeProcess extends EventEmitter implements FailureSource {
  readonly exits: number[] = [];

  exit(code: number): void {
    this.exits.push(code);
  }
}

function setUp() {
  const [process, clock, logger] = [new FakeProcess(), createFakeClock(), createRecordingLogger()];
  return { process, clock, logger, stop: stopOnFailure(process, { logger, clock, withinMs: 60_000 }) };
}

const line = { level: 'error', message: 'stopping after an unexpected failure', error: 'boom' };

describe('an unexpected failure', () => {
  it.each(['uncaughtException', 'unhandledRejection'])('is an %s', (name) => {
    const { process, logger, stop } = setUp();
    expect([stop.signal.aborted, stop.exitCode]).toEqual([false, 0]);
    process.emit(name, new Error('boom'));
    expect([stop.signal.reason, stop.exitCode]).toEqual([expect.objectContaining({ code: 'STOPPED' }), 1]);
    expect(logger.lines).toEqual([line]);
  });

  it('is logged once, and later failures at debug level', () => {
    const { process, logger, stop } = setUp();
    stop.failed(new Error('boom'));
    stop.failed(new Error('again'));
    process.emit('unhandledRejection', 'and again');
    expect(logger.lines.filter(({ level }) => level !== 'debug')).toEqual([line]);
  });

  it('ends the process if the stop does not end in time', async () => {
    const { process, clock, stop } = setUp();
    await clock.advance(100_000);
    stop.failed(new Error('boom'));
    await clock.advance(59_999);
    expect(process.exits).toEqual([]);
    await clock.advance(1);
    expect(process.exits).toEqual([1]);
  });

  it('leaves no listener and no timer', () => {
    const { process, clock, stop } = setUp();
    stop.failed(new Error('boom'));
    stop[Symbol.dispose]();
    expect([process.eventNames(), clock.timers]).toEqual([[], 0]);
  });

  it('stops the process even if it cannot be logged', () => {
    const process = new FakeProcess();
    const logger = createRecordingLogger();
    const full = () => {
      throw new Error('no space left');
    };
    const stop = stopOnFailure(process, { logger: { ...logger, error: full }, clock: createFakeClock(), withinMs: 1 });
    expect(() => {
      stop.failed(new Error('boom'));
    }).toThrow('no space left');
    expect([stop.signal.aborted, stop.exitCode]).toEqual([true, 1]);
  });
});
