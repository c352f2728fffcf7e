import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { runController } from '@kubewright/testing';
import { loadExample } from '../../fixtures/load-example.ts';
import { defineApi, t } from '../api/index.ts';
import { type ControllerDefinition, defineController, notReady, type RateLimit } from '../reconcile/index.ts';

const Cafe = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({}),
  status: t.object({ conditions: t.conditions() }),
});
const typed = { apiVersion: 'example.com/v1', kind: 'Cafe' };
const closed = new Error('it is closed');

interface CollectOptions {
  readonly count?: number;
  /** How many changes each object gets at once. */
  readonly changes?: number;
  readonly untilMs?: number;
  readonly error?: Error;
}

/** Reconciles `count` objects with errors until `untilMs`. Returns the times of the reconciles. */
async function collectTimes(
  rateLimit: RateLimit,
  { count = 1, changes = 0, untilMs = 10_000, error = closed }: CollectOptions = {},
): Promise<readonly number[]> {
  const times: number[] = [];
  let startMs = 0;
  const cafe = defineController(Cafe, {
    rateLimit,
    reconcile(_, { clock }) {
      times.push(clock.monotonic() - startMs);
      return Promise.reject(error);
    },
  });
  await using run = await runController(cafe, { expectedError: /it is closed/ });
  const { client, clock } = run.server;
  startMs = clock.monotonic();
  for (let index = 0; index < count; index += 1) {
    const metadata = { namespace: 'shop', name: `cafe-${String(index)}` };
    await client.resource(Cafe).create({ ...typed, metadata, spec: {} });
    for (let change = 0; change < changes; change += 1) {
      await run.awaitIdle();
      await client.resource(Cafe).mergePatch(metadata, { metadata: { labels: { change: String(change) } } });
    }
  }
  await run.awaitIdle();
  for (let ms = 0; ms < untilMs; ms += 50) await run.advance(50);
  return times;
}

describe('the rate limit of a controller', () => {
  it('sets the backoff of an object', async () => {
    const [first, ...later] = await collectTimes({ baseMs: 1000, maxMs: 2000 });
    expect(first).toBe(0);
    const waits = later.map((ms, index) => ms - (later[index - 1] ?? 0));
    expect(waits[0]).toBeGreaterThanOrEqual(500);
    expect(waits[0]).toBeLessThanOrEqual(1050);
    for (const wait of waits.slice(1)) {
      expect(wait).toBeGreaterThanOrEqual(950);
      expect(wait).toBeLessThanOrEqual(2050);
    }
    expect(waits.length).toBeLessThanOrEqual(11);
  });

  it('sets the backoff after a rejection, which starts at a second', async () => {
    const times = await collectTimes({ baseMs: 5, maxMs: 2000 }, { error: notReady('Closed', 'It is closed.') });
    expect(times[1]).toBeGreaterThanOrEqual(500);
    expect(times.length).toBeGreaterThanOrEqual(5);
  });

  it('limits the retries of all objects together, and not their first reconciles', async () => {
    const times = await collectTimes({ baseMs: 50, maxMs: 50, qps: 2, burst: 3 }, { count: 10, untilMs: 5_000 });
    expect(times.filter((ms) => ms === 0)).toHaveLength(10);
    const retries = times.slice(10);
    expect(retries.length).toBeGreaterThanOrEqual(12);
    expect(retries.length).toBeLessThanOrEqual(13);
  });

  it('does not delay the retry of an object that has changed often', async () => {
    const times = await collectTimes({ baseMs: 50, maxMs: 50, qps: 1 }, { changes: 100, untilMs: 3_000 });
    expect(times.filter((ms) => ms === 0)).toHaveLength(101);
    expect(times.slice(101)).toHaveLength(3);
  });

  it('is that of the example on the page', async () => {
    const page = path.join(import.meta.dirname, '../../../docs/concepts/errors-and-retries.md');
    const { zone } = (await loadExample(page)) as { zone: ControllerDefinition };
    expect(zone.rateLimit).toEqual({ baseMs: 1_000, maxMs: 300_000, qps: 10, burst: 100 });
  });
});
