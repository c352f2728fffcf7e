import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../testing/src/fake-clock.ts';
import { createRecordingLogger, type RecordingLogger } from '../../../testing/src/recording-logger.ts';
import { someObject } from '../../fixtures/some-object.ts';
import { type KubeObject, type ObjectKey, OperatorError, sleepWith } from '../base/index.ts';
import { runTriggers, type TriggersOptions } from './triggers.ts';

type Trigger = Extract<TriggersOptions['definition']['triggers'][string], (context: never) => unknown>;

interface Bench {
  readonly clock: FakeClock;
  readonly logger: RecordingLogger;
  readonly stop: AbortController;
  readonly term: AbortController;
  /** The due keys, as `key@milliseconds`. */
  readonly due: string[];
  readonly resources: KubeObject[];
  over: boolean;
}

function run(triggers: Readonly<Record<string, Trigger>>, injected: Readonly<Record<string, unknown>> = {}): Bench {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const [stop, term] = [new AbortController(), new AbortController()];
  const bench: Bench = { clock, logger, stop, term, due: [], resources: [], over: false };
  const running = runTriggers({
    definition: { triggers },
    clock,
    log: logger,
    injected,
    leadership: { signal: term.signal },
    stop: stop.signal,
    random: () => 0,
    resources: () => bench.resources,
    enqueue: (key) => void bench.due.push(`${key}@${String(clock.monotonic())}`),
  });
  void running.then(() => (bench.over = true));
  return bench;
}

const buildKey = (name: string): ObjectKey => ({ namespace: 'default', name });

const countFailures = ({ logger }: Bench): number => logger.lines.filter(({ level }) => level === 'error').length;

describe('a trigger', () => {
  it('enqueues each yielded key at once', async () => {
    const bench = run({
      async *bookings({ clock, signal }) {
        yield buildKey('mocca');
        await sleepWith(clock as FakeClock, 500, signal as AbortSignal);
        yield buildKey('latte');
        yield { name: 'planet' };
      },
    });
    await bench.clock.advance(1000);
    expect(bench.due).toEqual(['default/mocca@0', 'default/latte@500', 'planet@500']);
  });

  it('has in its context the injected dependencies, a signal, and the current resources', async () => {
    const bookings = {};
    const seen: unknown[] = [];
    const bench = run(
      {
        async *bookings(context) {
          const { resources, signal } = context as { resources: () => readonly KubeObject[]; signal: AbortSignal };
          seen.push(context['bookings'], signal.aborted, resources());
          bench.resources.push(someObject({ name: 'mocca' }));
          yield* resources().map(({ metadata }) => buildKey(metadata.name));
        },
      },
      { bookings },
    );
    await bench.clock.settle();
    expect(seen).toEqual([bookings, false, bench.resources]);
    expect(bench.due).toEqual([]);
  });

  it('that ends is not called again, and does not affect the others', async () => {
    const bench = run({
      async *short() {
        yield buildKey('mocca');
      },
      async *long({ clock, signal }) {
        await sleepWith(clock as FakeClock, 60_000, signal as AbortSignal);
        yield buildKey('latte');
      },
    });
    await bench.clock.advance(3_600_000);
    expect(bench.due).toEqual(['default/mocca@0', 'default/latte@60000']);
    expect(bench.logger.lines).toEqual(Array(2).fill({ level: 'info', message: 'a trigger has ended' }));
    expect([bench.over, bench.clock.timers]).toEqual([true, 0]);
  });
});

describe('a trigger that fails', () => {
  it.each<[string, Trigger]>([
    [
      'in its first step',
      async function* () {
        throw new Error('no bookings today');
      },
    ],
    [
      'before it gives anything to listen to',
      () => {
        throw new Error('no bookings today');
      },
    ],
  ])('%s is called again, later each time, up to a minute', async (_when, fail) => {
    const times: number[] = [];
    const bench = run({
      bookings: (context) => {
        times.push((context['clock'] as FakeClock).monotonic());
        return fail(context);
      },
    });
    await bench.clock.advance(300_000);
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(bench.logger.lines[0]).toEqual({
      level: 'error',
      message: 'a trigger failed; it is restarted',
      error: 'no bookings today',
    });
  });

  it('starts with short waits again once it has yielded a key', async () => {
    let calls = 0;
    const bench = run({
      async *bookings() {
        calls += 1;
        if (calls === 4) yield buildKey('mocca');
        throw new Error('no bookings today');
      },
    });
    await bench.clock.advance(9000);
    expect(bench.due).toEqual(['default/mocca@7000']);
    expect(calls).toBe(5);
  });

  it('that yields something other than a key is called again, and may clean up first', async () => {
    let cleanUps = 0;
    const bench = run({
      async *bookings() {
        try {
          yield undefined as unknown as ObjectKey;
        } finally {
          cleanUps += 1;
        }
      },
    });
    await bench.clock.advance(1000);
    expect([bench.due, cleanUps, countFailures(bench)]).toEqual([[], 2, 2]);
  });

  it('does not affect the others', async () => {
    const bench = run({
      broken: () => {
        throw new Error('no bookings today');
      },
      async *sound() {
        yield buildKey('mocca');
      },
    });
    await bench.clock.settle();
    expect(bench.due).toEqual(['default/mocca@0']);
  });

  it('is not called again after the end', async () => {
    let calls = 0;
    const bench = run({
      bookings: () => {
        calls += 1;
        throw new Error('no bookings today');
      },
    });
    await bench.clock.settle();
    bench.stop.abort();
    await bench.clock.advance(300_000);
    expect([calls, bench.over, bench.clock.timers]).toEqual([1, true, 0]);
  });
});

/** Creates a trigger that yields keys when the test gives them, and ignores its signal. */
function createFaucet(): { readonly trigger: Trigger; readonly log: string[]; give(name: string): void } {
  const log: string[] = [];
  let next = Promise.withResolvers<string>();
  return {
    log,
    async *trigger() {
      try {
        for (;;) {
          const name = await next.promise;
          next = Promise.withResolvers();
          yield buildKey(name);
        }
      } finally {
        log.push('cleaned up');
      }
    },
    give(name) {
      next.resolve(name);
    },
  };
}

describe.each<[string, (bench: Bench) => void]>([
  ['a stop', ({ stop }) => stop.abort(new OperatorError('STOPPED', 'continue'))],
  ['the end of leadership', ({ term }) => term.abort(new OperatorError('NOT_LEADER', 'lead'))],
])('at %s', (_how, end) => {
  it('a trigger that ends at its signal ends at once without a failure', async () => {
    const bench = run({
      async *bookings({ clock, signal }) {
        yield buildKey('mocca');
        await sleepWith(clock as FakeClock, 60_000, signal as AbortSignal);
      },
    });
    await bench.clock.settle();
    end(bench);
    await bench.clock.settle();
    expect([bench.over, countFailures(bench), bench.clock.timers]).toEqual([true, 0, 0]);
  });

  it('a trigger that waits for an external system is abandoned after 2 s', async () => {
    const { trigger } = createFaucet();
    const bench = run({ bookings: trigger });
    await bench.clock.settle();
    end(bench);
    await bench.clock.advance(1999);
    expect(bench.over).toBe(false);
    await bench.clock.advance(1);
    expect([bench.over, bench.clock.timers]).toEqual([true, 0]);
    expect(bench.logger.lines).toEqual([{ level: 'warn', message: 'a trigger does not stop; it is abandoned' }]);
  });

  it('later keys are ignored, and a source that opens late is closed', async () => {
    const { trigger, give, log } = createFaucet();
    const bench = run({ bookings: trigger });
    await bench.clock.settle();
    give('mocca');
    await bench.clock.settle();
    end(bench);
    await bench.clock.advance(1000);
    give('latte');
    await bench.clock.settle();
    expect([bench.due, log, bench.over]).toEqual([['default/mocca@0'], ['cleaned up'], true]);
  });

  it('`return` of the iterator is called', async () => {
    const calls: string[] = [];
    const bench = run({
      bookings: () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise<never>(() => undefined),
          return: () => {
            calls.push('return');
            return Promise.resolve({ done: true, value: undefined });
          },
        }),
      }),
    });
    await bench.clock.settle();
    end(bench);
    await bench.clock.settle();
    expect([calls, bench.over]).toEqual([['return'], true]);
  });

  it('a failing clean-up is logged, and the trigger still ends', async () => {
    const bench = run({
      bookings: () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise<never>(() => undefined),
          return: () => Promise.reject(new Error('the line is dead')),
        }),
      }),
    });
    await bench.clock.settle();
    end(bench);
    await bench.clock.settle();
    expect(bench.over).toBe(true);
    expect(bench.logger.lines).toEqual([
      { level: 'error', message: 'a trigger failed to clean up', error: 'the line is dead' },
    ]);
  });
});
