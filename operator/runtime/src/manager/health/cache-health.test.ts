import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { createRecordingLogger, type RecordingLogger } from '../../../../testing/src/recording-logger.ts';
import type { CacheState } from '../../cache/index.ts';
import { exceptOwnConversions, type CacheHealth, watchCacheHealth } from './cache-health.ts';

interface Fixture {
  readonly states: CacheState[];
  readonly clock: FakeClock;
  readonly logger: RecordingLogger;
  readonly health: CacheHealth;
  /** Kinds that were counted as not synced in time. */
  readonly late: string[];
  readonly known: string[];
  answers(): Readonly<Record<string, true | string>>;
}

function createFixture(...states: CacheState[]): Fixture {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const [late, known]: [string[], string[]] = [[], []];
  const health = watchCacheHealth({
    caches: { states },
    clock,
    logger,
    metrics: { onLate: (kind) => void late.push(kind), onKnown: (kind) => void known.push(kind) },
    timeoutMs: 120_000,
  });
  const answers = (): Record<string, true | string> =>
    Object.fromEntries(Object.entries(health.checks).map(([name, check]) => [name, check()]));
  return { states, clock, logger, health, late, known, answers };
}

describe('the health of caches', () => {
  it('names each kind that is not synced, and the error of its watch', () => {
    const { states, answers } = createFixture(
      { kind: 'Cafe.example.com', synced: false, problem: 'failed to list cafes: forbidden' },
      { kind: 'Deployment.apps', synced: false },
      { kind: 'Pod', synced: true },
    );
    expect(answers()).toEqual({
      'cache/Cafe.example.com': 'not filled yet: failed to list cafes: forbidden',
      'cache/Deployment.apps': 'not filled yet',
      'cache/Pod': true,
    });
    states[0] = { kind: 'Cafe.example.com', synced: true, problem: 'failed to list cafes: forbidden' };
    expect(answers()).toMatchObject({ 'cache/Cafe.example.com': true });
  });

  it('is good for a kind once all of its caches are synced', () => {
    const { states, answers } = createFixture({ kind: 'Pod', synced: true }, { kind: 'Pod', synced: false });
    expect(answers()).toEqual({ 'cache/Pod': 'not filled yet' });
    states[1] = { kind: 'Pod', synced: true };
    expect(answers()).toEqual({ 'cache/Pod': true });
  });

  // id: case-26
  it('is logged once per kind that is not synced in time, and is good again when it is', async () => {
    const { states, clock, logger, late, known, answers } = createFixture(
      { kind: 'Cafe.example.com', synced: false, problem: 'no such kind' },
      { kind: 'Cafe.example.com', synced: false },
      { kind: 'Pod', synced: true },
    );
    expect(known).toEqual(['Cafe.example.com', 'Pod']);
    await clock.advance(119_999);
    expect(late).toEqual([]);
    await clock.advance(1);
    expect(late).toEqual(['Cafe.example.com']);
    expect(logger.records).toEqual([
      {
        level: 'warn',
        message: 'a cache was not filled in time; it keeps trying',
        fields: { kind: 'Cafe.example.com', timeoutMs: 120_000, detail: 'no such kind' },
      },
    ]);
    expect(answers()).toMatchObject({ 'cache/Cafe.example.com': 'not filled within 120 s: no such kind' });
    await clock.advance(600_000);
    expect(logger.records).toHaveLength(1);
    states.splice(0, 2, { kind: 'Cafe.example.com', synced: true });
    expect(answers()).toMatchObject({ 'cache/Cafe.example.com': true });
  });

  it('is counted again after each further period, until it is synced', async () => {
    const { states, clock, late } = createFixture(
      { kind: 'Cafe.example.com', synced: false },
      { kind: 'Pod', synced: true },
    );
    await clock.advance(360_000);
    expect(late).toEqual(Array(3).fill('Cafe.example.com'));
    states[0] = { kind: 'Cafe.example.com', synced: true };
    await clock.advance(360_000);
    expect(late).toHaveLength(3);
    expect(clock.timers).toBe(0);
  });

  it('is not checked any more once the process stops', async () => {
    const { clock, health, late } = createFixture({ kind: 'Pod', synced: false });
    await clock.advance(120_000);
    health[Symbol.dispose]();
    expect(clock.timers).toBe(0);
    await clock.advance(240_000);
    expect(late).toEqual(['Pod']);
  });
});

describe('exceptOwnConversions', () => {
  const checks = {
    'cache/Cafe.example.com': () => 'not filled yet',
    'cache/Pod': () => true as const,
    uses: () => 'the dependencies of the controllers are not created yet',
  };

  const answers = (synced: boolean, pods = true): unknown => {
    const states = [
      { kind: 'Cafe.example.com', synced },
      { kind: 'Pod', synced: pods },
    ];
    const given = pods ? checks : { ...checks, 'cache/Pod': () => 'not filled yet' };
    const apart = exceptOwnConversions(given, { kinds: ['Cafe.example.com'], caches: { states } });
    return Object.fromEntries(Object.entries(apart).map(([name, check]) => [name, check()]));
  };

  it('passes caches that wait for our own conversions', () => {
    expect(answers(false)).toEqual({ 'cache/Cafe.example.com': true, 'cache/Pod': true, uses: true });
  });

  it('checks everything once the caches of these kinds are synced, and other caches at any time', () => {
    expect(answers(true)).toMatchObject({ uses: 'the dependencies of the controllers are not created yet' });
    expect(answers(false, false)).toMatchObject({ 'cache/Pod': 'not filled yet' });
  });
});
