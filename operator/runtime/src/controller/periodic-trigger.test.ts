import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../testing/src/fake-clock.ts';
import { createRecordingLogger, type RecordingLogger } from '../../../testing/src/recording-logger.ts';
import { neverAborted, type ObjectKey, OperatorError, sleepWith } from '../base/index.ts';
import type { PeriodicWork } from '../reconcile/index.ts';
import { runTriggers } from './triggers.ts';

type Context = Readonly<Record<string, unknown>>;

interface Bench {
  readonly clock: FakeClock;
  readonly logger: RecordingLogger;
  readonly term: AbortController;
  /** When the work started, in milliseconds. */
  readonly starts: number[];
  /** The due keys, as `key@milliseconds`. */
  readonly due: string[];
  over: boolean;
}

const periodMs = 10_000;

/** Runs the work every ten seconds, for the first time after the fraction `1 - random` of that. */
function run(
  work: (context: Context, start: number) => ReturnType<PeriodicWork<Context>['work']>,
  random = 0.5,
): Bench {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const bench: Bench = { clock, logger, term: new AbortController(), starts: [], due: [], over: false };
  const inventory: PeriodicWork<Context> = {
    everyMs: periodMs,
    work(context) {
      bench.starts.push(clock.monotonic());
      return work(context, bench.starts.length);
    },
  };
  const running = runTriggers({
    ...{ definition: { triggers: { inventory } }, clock, log: logger, injected: { store: 'open' } },
    leadership: { signal: bench.term.signal },
    stop: neverAborted,
    random: () => random,
    resources: () => [],
    enqueue: (key) => void bench.due.push(`${key}@${String(clock.monotonic())}`),
  });
  void running.then(() => (bench.over = true));
  return bench;
}

describe('periodic work', () => {
  it('runs after a random part of the period, then in every period', async () => {
    const bench = run(async () => undefined, 0.7);
    await bench.clock.advance(25_000);
    expect(bench.starts.map(Math.round)).toEqual([3000, 13_000, 23_000]);
  });

  it.each([0, 0.999])('runs once in the first period if random is %d', async (random) => {
    const bench = run(async () => undefined, random);
    expect(bench.starts).toEqual([]);
    await bench.clock.advance(periodMs);
    expect(bench.starts).toHaveLength(1);
  });

  it('enqueues the keys that it returns, and has the context of a trigger', async () => {
    const seen: unknown[] = [];
    const bench = run(async ({ store, dryRun, signal }) => {
      seen.push(store, dryRun, (signal as AbortSignal).aborted);
      return [{ namespace: 'default', name: 'mocca' }, { name: 'planet' }];
    });
    await bench.clock.advance(periodMs);
    expect(bench.due).toEqual(['default/mocca@5000', 'planet@5000']);
    expect(seen).toEqual(['open', false, false]);
  });

  it('never overlaps itself: a run that takes too long leaves out the missed ones', async () => {
    const bench = run(async ({ clock, signal }, start) => {
      if (start === 1) await sleepWith(clock as FakeClock, 23_000, signal as AbortSignal);
    });
    await bench.clock.advance(50_000);
    expect(bench.starts).toEqual([5000, 35_000, 45_000]);
  });

  it('runs on time if the period is longer than the longest timer', async () => {
    const clock = createFakeClock();
    const longestTimer = {
      ...clock,
      after: (ms: number, fire: () => void) => clock.after(Math.min(ms, 2 ** 31 - 1), fire),
    };
    const starts: number[] = [];
    const monthMs = 30 * 24 * 3_600_000;
    void runTriggers({
      definition: {
        triggers: { monthly: { everyMs: monthMs, work: async () => void starts.push(clock.monotonic()) } },
      },
      ...{ clock: longestTimer, log: createRecordingLogger(), resources: () => [], enqueue: () => undefined },
      ...{ leadership: { signal: neverAborted }, stop: neverAborted, random: () => 0 },
    });
    await clock.advance(monthMs);
    expect(starts).toEqual([monthMs]);
  });
});

describe('periodic work that throws', () => {
  const fail = (): never => {
    throw new Error('no inventory today');
  };

  it('is logged, runs again with a growing wait, and returns to its times', async () => {
    const bench = run(async (_context, start) => (start <= 3 ? fail() : undefined), 0);
    await bench.clock.advance(31_000);
    expect(bench.starts).toEqual([10_000, 11_000, 13_000, 17_000, 20_000, 30_000]);
    expect(bench.logger.lines).toHaveLength(3);
    expect(bench.logger.lines[0]).toEqual({
      ...{ level: 'error', message: 'a trigger failed; it is restarted', error: 'no inventory today' },
    });
  });

  it('starts with short waits again after a run that returned nothing', async () => {
    const bench = run(async (_context, start) => (start % 2 === 1 ? fail() : undefined), 0);
    await bench.clock.advance(41_000);
    expect(bench.starts).toEqual([10_000, 11_000, 20_000, 21_000, 30_000, 31_000, 40_000, 41_000]);
  });

  it('runs again if it returns something other than keys', async () => {
    const bench = run(async (_context, start) => (start === 1 ? ([undefined] as unknown as ObjectKey[]) : []), 0);
    await bench.clock.advance(20_000);
    expect(bench.starts).toEqual([10_000, 20_000]);
    expect(bench.logger.lines.map(({ level }) => level)).toEqual(['error']);
  });
});

describe('at the end of leadership, periodic work', () => {
  const end = ({ term }: Bench): void => term.abort(new OperatorError('NOT_LEADER', 'lead'));

  it('that waits for its time does not run', async () => {
    const bench = run(async () => undefined);
    await bench.clock.settle();
    end(bench);
    await bench.clock.advance(60_000);
    expect([bench.starts, bench.over, bench.clock.timers, bench.logger.lines]).toEqual([[], true, 0, []]);
  });

  it('that runs gets its signal, and its keys are ignored', async () => {
    const bench = run(async ({ clock, signal }) => {
      await sleepWith(clock as FakeClock, 60_000, signal as AbortSignal).catch(() => undefined);
      return [{ name: 'planet' }];
    });
    await bench.clock.advance(periodMs);
    end(bench);
    await bench.clock.advance(60_000);
    expect([bench.starts.length, bench.due, bench.over, bench.logger.lines]).toEqual([1, [], true, []]);
  });

  it('that ignores its signal is abandoned after two seconds', async () => {
    const bench = run(() => new Promise(() => undefined));
    await bench.clock.advance(periodMs);
    end(bench);
    await bench.clock.advance(2000);
    expect(bench.over).toBe(true);
    expect(bench.logger.lines).toEqual([{ level: 'warn', message: 'a trigger does not stop; it is abandoned' }]);
  });
});
