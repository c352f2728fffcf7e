import { describe, expect, it } from 'vitest';

import { createFakeClock, runController } from '@kubewright/testing';
import { defineApi, type ResourceOf, t } from '../api/index.ts';
import { ConfigMap, Event } from '../kinds/index.ts';
import { WorkQueue } from '../queue/index.ts';
import {
  type Action,
  awaitChange,
  type ControllerDefinition,
  defineController,
  generationChanged,
  owns,
  requeueAfter,
} from '../reconcile/index.ts';

const Preview = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Preview',
  spec: t.object({ ttlSeconds: t.optional(t.integer()) }),
  status: t.object({ endedAt: t.string(), conditions: t.conditions() }),
});
type Preview = ResourceOf<typeof Preview>;

const key = { namespace: 'shop', name: 'demo' };
const expiresAt = ({ metadata, spec: { ttlSeconds } }: Preview) =>
  ttlSeconds === undefined ? undefined : new Date(Date.parse(metadata.creationTimestamp) + ttlSeconds * 1_000);

type Options = Parameters<typeof runController>[1];
type Running = Awaited<ReturnType<typeof runController>>;

/** Starts the controller, and creates a Preview with a time to live of a minute. */
async function start(definition: ControllerDefinition, options: Options = {}): Promise<Running> {
  const run = await runController(definition, options);
  await run.server.client.resource(Preview).create({ metadata: key, spec: { ttlSeconds: 60 } });
  await run.awaitIdle();
  return run;
}

const exists = ({ server }: Running): boolean => server.objects(Preview).length > 0;
const patch = ({ server }: Running, body: object) => server.client.resource(Preview).mergePatch(key, body);
const listDeletes = ({ server }: Running) =>
  server.requests().filter(({ verb, kind }) => verb === 'delete' && kind === 'Preview');

/** Advances the clock to just before the minute is over, then past it. */
async function expectExactlyAMinute(run: Running): Promise<void> {
  for (let second = 0; second < 59; second += 1) await run.advance(1_000);
  await run.advance(999);
  expect(exists(run)).toBe(true);
  // More than a millisecond, because a random backoff ends at a fraction of one.
  await run.advance(2);
  expect(exists(run)).toBe(false);
}

describe('an object expires at its time', () => {
  it('if reconcile succeeds: without another reconcile, with one event', async () => {
    let reconciles = 0;
    const definition = defineController(Preview, {
      expiresAt,
      reconcile() {
        reconciles += 1;
        return Promise.resolve(awaitChange);
      },
    });
    await using run = await start(definition);
    await expectExactlyAMinute(run);
    expect(reconciles).toBe(1);
    expect(run.server.objects(Event)).toMatchObject([
      { type: 'Normal', reason: 'Deleted', note: 'Deleted Preview shop/demo: it has expired' },
    ]);
  });

  it('if the API server rejects a child as invalid, so that nothing is retried', async () => {
    const definition = defineController(Preview, {
      expiresAt,
      owns: { maps: owns(ConfigMap) },
      async reconcile({ metadata: { name } }, { maps }) {
        await maps.apply({ metadata: { name } });
        return requeueAfter(60_000);
      },
    });
    const run = await runController(definition);
    await using _run = run;
    const body = { kind: 'Status', status: 'Failure', reason: 'Invalid', message: 'it is invalid', code: 422 };
    run.server.fail({ kind: 'ConfigMap', verb: 'apply' }, { status: 422, body }, { times: Infinity });
    await run.server.client.resource(Preview).create({ metadata: key, spec: { ttlSeconds: 60 } });
    await run.awaitIdle();
    expect(run.server.objects(Preview)).toMatchObject([
      { status: { conditions: [{ type: 'Ready', status: 'False', reason: 'Invalid' }, {}] } },
    ]);
    await expectExactlyAMinute(run);
  });

  it('if reconcile fails and waits for a longer backoff', async () => {
    const definition = defineController(Preview, {
      expiresAt,
      rateLimit: { baseMs: 45_000, maxMs: 3_600_000 },
      reconcile: () => Promise.reject(new Error('it is closed')),
    });
    await using run = await start(definition, { expectedError: /it is closed/ });
    await expectExactlyAMinute(run);
  });

  it('if reconcile asks for a later requeue, or runs when the time comes', async () => {
    const definition = defineController(Preview, {
      expiresAt,
      async reconcile({ metadata }, { clock, signal }): Promise<Action> {
        if (metadata.annotations?.['slow'] !== undefined) await clock.sleep(10_000, signal);
        return requeueAfter(3_600_000);
      },
    });
    await using run = await start(definition);
    await run.advance(55_000);
    await patch(run, { metadata: { annotations: { slow: '' } } });
    await (run.server.clock as unknown as { advance(ms: number): Promise<void> }).advance(9_000);
    expect(exists(run)).toBe(true);
    await run.advance(1_000);
    expect(exists(run)).toBe(false);
  });

  it('that changes with the spec, also if a predicate ignores the change', async () => {
    const definition = defineController(Preview, {
      predicate: generationChanged,
      expiresAt: (preview) => (preview.metadata.annotations?.['keep'] === undefined ? expiresAt(preview) : undefined),
      reconcile: () => Promise.resolve(awaitChange),
    });
    await using run = await start(definition);
    await patch(run, { spec: { ttlSeconds: 120 } });
    await run.advance(100_000);
    expect(exists(run)).toBe(true);
    await patch(run, { metadata: { annotations: { keep: '' } } });
    await run.advance(100_000);
    expect(exists(run)).toBe(true);
    await patch(run, { metadata: { annotations: { keep: null } } });
    await run.awaitIdle();
    expect(exists(run)).toBe(false);
  });

  it('that the status of its own reconcile decides', async () => {
    const definition = defineController(Preview, {
      expiresAt: ({ status }) => (status?.endedAt === undefined ? undefined : Date.parse(status.endedAt) + 60_000),
      reconcile(_, { status, clock }) {
        status.patch({ endedAt: new Date(clock.now()).toISOString() });
        return Promise.resolve(awaitChange);
      },
    });
    await using run = await start(definition);
    await expectExactlyAMinute(run);
  });

  it('after a restart, and a day later not early', async () => {
    const definition = defineController(Preview, { expiresAt, reconcile: () => Promise.resolve(awaitChange) });
    const first = await start(definition);
    const ttlSeconds = 24 * 3_600;
    await patch(first, { spec: { ttlSeconds } });
    await first.awaitIdle();
    const { server } = first;
    await first[Symbol.asyncDispose]();
    await using run = await runController(definition, { server });
    await run.advance(ttlSeconds * 1_000 - 1);
    expect(exists(run)).toBe(true);
    await run.advance(1);
    expect(exists(run)).toBe(false);
  });
});

it('is not early if the timer of the platform cannot wait that long', async () => {
  const clock = createFakeClock();
  const queue = new WorkQueue({ clock: { ...clock, after: (ms, fire) => clock.after(Math.min(ms, 1_000), fire) } });
  queue.add('shop/demo', { afterMs: 5_000 });
  await clock.advance(4_999);
  expect(queue.length).toBe(0);
  await clock.advance(1);
  expect(queue.length).toBe(1);
});

describe('the deletion of an expired object', () => {
  it('is retried with backoff until it succeeds, also after an error that a retry cannot fix', async () => {
    const definition = defineController(Preview, { expiresAt, reconcile: () => Promise.resolve(awaitChange) });
    await using run = await start(definition);
    const body = { kind: 'Status', status: 'Failure', reason: 'Invalid', message: 'not now', code: 422 };
    const failing = run.server.fail({ kind: 'Preview', verb: 'delete' }, { status: 422, body }, { times: Infinity });
    await run.advance(60_000);
    for (let second = 0; second < 300; second += 1) await run.advance(1_000);
    const tries = listDeletes(run).length;
    expect(tries).toBeGreaterThan(8);
    expect(tries).toBeLessThan(30);
    failing[Symbol.dispose]();
    for (let second = 0; second < 60; second += 1) await run.advance(1_000);
    expect(exists(run)).toBe(false);
  });

  it('happens once if a finalizer delays it, and cleanUp runs', async () => {
    const cleaned: string[] = [];
    const definition = defineController(Preview, {
      expiresAt,
      finalizer: {
        name: 'example.com/dns',
        cleanUp({ metadata: { name } }) {
          cleaned.push(name);
          return Promise.resolve(cleaned.length < 3 ? requeueAfter(10_000) : undefined);
        },
      },
      reconcile: () => Promise.resolve(awaitChange),
    });
    await using run = await start(definition);
    await run.advance(60_000);
    for (let count = 0; count < 3; count += 1) await run.advance(10_000);
    expect(exists(run)).toBe(false);
    expect(cleaned).toHaveLength(3);
    expect(listDeletes(run)).toHaveLength(1);
  });

  it('does not happen for a time that is not valid, which the status reports', async () => {
    const definition = defineController(Preview, {
      expiresAt: () => NaN,
      reconcile: () => Promise.resolve(awaitChange),
    });
    await using run = await start(definition, { expectedError: /no valid time/ });
    await run.advance(3_600_000);
    expect(run.server.objects(Preview)).toMatchObject([
      {
        status: {
          conditions: [
            { type: 'Ready', message: expect.stringContaining('expiresAt has returned no valid time') as string },
            {},
          ],
        },
      },
    ]);
    expect(run.results.length).toBeLessThan(3);
  });

  it('does not happen for a status that has become invalid, which the next reconcile reports', async () => {
    const definition = defineController(Preview, {
      expiresAt: ({ status }) => (status?.endedAt === undefined ? undefined : Date.parse(status.endedAt)),
      reconcile(_, { status }) {
        status.patch({ endedAt: 'later' });
        return Promise.resolve(awaitChange);
      },
    });
    await using run = await start(definition, { expectedError: /no valid time/ });
    expect(run.results).toEqual(['success', 'error']);
  });
});
