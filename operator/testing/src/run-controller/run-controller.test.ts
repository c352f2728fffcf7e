import { describe, expect, it } from 'vitest';

import { defineApi, type ResourceOf, t } from '../../../runtime/src/api/index.ts';
import { formatApiVersion } from '../../../runtime/src/base/index.ts';
import { ConfigMap, Deployment } from '@kubewright/runtime/kinds';
import {
  type Action,
  awaitChange,
  requeueAfter,
  condition,
  type ControllerDefinition,
  counter,
  defineController,
  gaugePerObject,
  notReady,
  owns,
} from '../../../runtime/src/reconcile/index.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { createInMemoryApiServer, formatRequest } from '../in-memory-api-server/index.ts';
import { type ControllerRun, runController } from './run-controller.ts';

const Site = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Site',
  spec: t.object({ image: t.string(), replicas: t.integer({ default: 1 }) }),
  status: t.object({ conditions: t.conditions() }),
});

const site = defineController(Site, {
  owns: { deployments: owns(Deployment), notes: owns(ConfigMap) },
  settings: { tier: { type: 'string', default: 'front', description: 'Where it runs.' } },
  uses: { weather: () => ({ today: async () => 'unknown' }) },
  async reconcile(object, { deployments, notes, settings, weather, status }) {
    const { name } = object.metadata;
    const labels = { site: name, tier: settings.tier };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: object.spec.image }] } };
    await deployments.apply({
      metadata: { name },
      spec: { replicas: object.spec.replicas, selector: { matchLabels: labels }, template },
    });
    const today = await weather.today();
    await notes.apply({ metadata: { name }, data: { weather: today } });
    status.set({ conditions: [condition('Ready', true, { reason: 'Made', message: 'It is there.' })] });
    return today === 'rain' ? requeueAfter(60_000) : awaitChange;
  },
});

const hanging = { today: () => new Promise<string>(() => undefined) };

const home = {
  apiVersion: formatApiVersion(Site),
  kind: 'Site',
  metadata: { name: 'home', namespace: 'default' },
  spec: { image: 'web:1' },
};
const key = { namespace: 'default', name: 'home' };

/** A reconcile that runs until its signal aborts, then records the reason. */
function reconcileUntilAborted(
  reasons: unknown[],
): (site: object, context: { signal: AbortSignal }) => Promise<Action> {
  return (_site, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        reject(signal.reason as Error);
      });
    });
}

describe('a controller on the API server in memory', () => {
  it('creates the children of an object, and reports that in its status', async () => {
    await using run = await runController(site);
    await run.server.client.resource(Site).create(home);
    await run.awaitIdle();
    const labels = { site: 'home', tier: 'front' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } };
    const spec = { replicas: 1, selector: { matchLabels: labels }, template };
    expect(run.server.objects(Deployment)).toMatchObject([{ spec }]);
    const ready = expect.objectContaining({ type: 'Ready', status: 'True' }) as unknown;
    expect(run.server.objects(Site)).toMatchObject([
      { status: { conditions: expect.arrayContaining([ready]) as unknown } },
    ]);
    expect(run.results.at(-1)).toBe('success');
  });

  it('sends no write once the children are up to date, and reverts a change by another writer', async () => {
    await using run = await runController(site);
    const { client } = run.server;
    await client.resource(Site).create(home);
    await run.awaitIdle();
    const before = run.server.resourceVersion;
    await run.awaitIdle();
    expect(run.server.resourceVersion).toBe(before);
    await client.resource(Deployment).mergePatch(key, { spec: { replicas: 5 } });
    await run.awaitIdle();
    expect(run.server.objects(Deployment)).toMatchObject([{ spec: { replicas: 1 } }]);
  });

  it('uses settings and test doubles from the test, and waits for time that the test advances', async () => {
    let today = 'rain';
    const weather = { today: async () => today };
    await using run = await runController(site, { settings: { tier: 'back' }, uses: { weather } });
    await run.server.client.resource(Site).create(home);
    await run.awaitIdle();
    expect(run.server.objects(ConfigMap)[0]?.data).toEqual({ weather: 'rain' });
    expect(run.server.objects(Deployment)).toMatchObject([{ spec: { selector: { matchLabels: { tier: 'back' } } } }]);
    today = 'sun';
    await run.advance(59_000);
    expect(run.server.objects(ConfigMap)[0]?.data).toEqual({ weather: 'rain' });
    await run.advance(1_000);
    expect(run.server.objects(ConfigMap)[0]?.data).toEqual({ weather: 'sun' });
  });

  it('retries after backoff when the server answers 503', async () => {
    const server = createInMemoryApiServer({ kinds: [Site] });
    await using run = await runController(site, { server });
    using _refused = server.fail({ verb: 'apply', kind: 'Deployment' }, 503);
    await server.client.resource(Site).create(home);
    await run.awaitIdle();
    expect(server.objects(Deployment)).toEqual([]);
    expect(run.results).toEqual(['error']);
    await run.advance(1_000);
    expect(server.objects(Deployment)).toHaveLength(1);
    const applies = server.requests().filter(({ verb, kind }) => verb === 'apply' && kind === 'Deployment');
    expect(applies.map((request) => `${formatRequest(request)} ${String(request.status)}`)).toEqual([
      'apply Deployment default/home 503',
      'apply Deployment default/home 201',
    ]);
  });

  it('resumes after its watches have broken or expired', async () => {
    await using run = await runController(site);
    const { server } = run;
    await run.awaitIdle();
    server.compact();
    server.breakWatches();
    await server.client.resource(Site).create(home);
    await run.advance(60_000);
    expect(server.objects(Deployment)).toHaveLength(1);
  });

  it('rejects awaitIdle after a request that the in-memory server does not support', async () => {
    await using run = await runController(site);
    const { client, transport } = run.server;
    await client.resource(Site).create(home);
    await transport.call({ method: 'DELETE', path: '/api/v1/pods' });
    await expect(run.awaitIdle()).rejects.toThrow('the in-memory API server does not delete all pods at once');
  });

  it('throws for a setting or use that the controller does not declare', async () => {
    const some: ControllerDefinition = site;
    await expect(runController(some, { uses: { wether: 1 } })).rejects.toThrow(
      'the controller does not declare the use wether',
    );
    await expect(runController(some, { settings: { teir: 1 } })).rejects.toThrow(
      'the controller does not declare the setting teir',
    );
  });

  it('throws for a setting value that a flag could not have', async () => {
    const settings = { size: { type: 'integer', minimum: 1, default: 3, description: 'Its size.' } } as const;
    const some: ControllerDefinition = defineController(Site, { settings, reconcile: async () => awaitChange });
    await expect(runController(some, { settings: { size: 'seven' } })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message:
        'failed to run the controller site with its setting size: "seven" is not allowed; use a whole number from 1',
    });
    await expect(runController(some, { settings: { size: 0 } })).rejects.toThrow('use a whole number from 1');
    await expect(runController(some, { settings: { size: '7' } })).rejects.toThrow('use a value of type integer');
    await using _run = await runController(some, { settings: { size: 7 } });
  });

  it('returns the samples of the metrics that its controller declares', async () => {
    const metrics = {
      visits: counter({ name: 'site_visits_total', help: 'Visits.' }),
      byTier: counter({ name: 'site_tiers_total', help: 'By tier.', labels: ['tier'] }),
      replicas: gaugePerObject<ResourceOf<typeof Site>>({
        name: 'site_replicas',
        help: 'Replicas.',
        value: ({ spec }) => spec.replicas,
      }),
    };
    const counting = defineController(Site, {
      metrics,
      async reconcile(_site, { metrics: { visits, byTier } }) {
        visits.inc(2);
        byTier.inc({ tier: 'front' });
        return awaitChange;
      },
    });
    await using run = await runController(counting);
    expect(await run.metric('visits')).toBe(0);
    await run.server.client.resource(Site).create(home);
    await run.awaitIdle();
    expect(await run.metric('visits')).toBe(2);
    expect(await run.metric('byTier', { tier: 'front' })).toBe(1);
    expect(await run.metric('byTier', { tier: 'back' })).toBeUndefined();
    expect(await run.metric('replicas', { namespace: 'default', site: 'home' })).toBe(1);
    await expect((run as ControllerRun).metric('vistis')).rejects.toThrow('site does not declare the metric vistis');
  });

  it('records log lines with their fields', async () => {
    await using run = await runController(site);
    await run.server.client.resource(Site).create(home);
    await run.awaitIdle();
    expect(run.log).toContainEqual({
      level: 'info',
      message: 'created a child',
      fields: expect.objectContaining({ controller: 'site', child: 'Deployment', name: 'default/home' }) as unknown,
    });
  });

  it('aborts a reconcile after the timeout that its controller declares', async () => {
    const server = createInMemoryApiServer({ kinds: [Site] });
    const reasons: unknown[] = [];
    const patient = defineController(Site, { timeoutMs: 120_000, reconcile: reconcileUntilAborted(reasons) });
    await using run = await runController(patient, { server, expectedError: /within 120000 ms/ });
    await server.client.resource(Site).create(home);
    const clock = server.clock as FakeClock;
    await clock.advance(119_999);
    expect(reasons).toEqual([]);
    await clock.advance(1);
    expect(reasons).toMatchObject([{ code: 'TIMED_OUT' }]);
    expect(run.results).toEqual(['error']);
  });
});

describe('an error of the reconcile', () => {
  const broken = defineController(Site, {
    reconcile: async ({ spec }) => {
      if (spec.image === 'web:1') throw new Error('the kitchen is on fire');
      return awaitChange;
    },
  });
  const text =
    'failed to reconcile default/home: the kitchen is on fire (if the test expects this error, set expectedError)';

  it('rejects awaitIdle and advance, with the error as cause', async () => {
    const run = await runController(broken);
    await run.server.client.resource(Site).create(home);
    await expect(run.awaitIdle()).rejects.toMatchObject({
      message: text,
      cause: { message: 'the kitchen is on fire' },
    });
    await expect(run.advance(5)).rejects.toThrow(text);
    await run[Symbol.asyncDispose]();
  });

  it('rejects the dispose when the test has not called awaitIdle', async () => {
    const run = await runController(broken);
    const { client, clock } = run.server;
    await client.resource(Site).create(home);
    await (clock as FakeClock).settle();
    await expect(run[Symbol.asyncDispose]()).rejects.toThrow(text);
    expect(run.server.openWatches).toBe(0);
  });

  it('rejects awaitIdle also when a later reconcile has succeeded', async () => {
    await using run = await runController(broken);
    const { client, clock } = run.server;
    await client.resource(Site).create(home);
    await (clock as FakeClock).settle();
    await client.resource(Site).mergePatch(key, { spec: { image: 'web:2' } });
    await expect(run.awaitIdle()).rejects.toThrow(text);
    expect(run.results.at(-1)).toBe('success');
  });

  it('does not reject awaitIdle if it matches expectedError', async () => {
    await using expecting = await runController(broken, { expectedError: /on fire/g });
    await expecting.server.client.resource(Site).create(home);
    await expecting.awaitIdle();
    await expecting.advance(1_000);
    expect(expecting.results.length).toBeGreaterThan(2);
    await using other = await runController(broken, { expectedError: /out of coffee/ });
    await other.server.client.resource(Site).create(home);
    await expect(other.awaitIdle()).rejects.toThrow(text);
  });

  it('does not include notReady errors and responses with status 503', async () => {
    const closed = defineController(Site, {
      owns: { notes: owns(ConfigMap) },
      async reconcile({ metadata: { name } }, { notes }) {
        await notes.apply({ metadata: { name } });
        throw notReady('Closed', 'It is closed.');
      },
    });
    const server = createInMemoryApiServer({ kinds: [Site] });
    using _failing = server.fail({ verb: 'apply', kind: 'ConfigMap' }, 503);
    await using run = await runController(closed, { server });
    await server.client.resource(Site).create(home);
    await run.advance(10_000);
    expect(new Set(run.results)).toEqual(new Set(['error']));
  });
});

describe('disposing a controller', () => {
  /** Runs a controller, and resolves when its reconcile has created the Deployment and waits for `today`. */
  async function runUntilWaiting(today: () => Promise<string>, options: { readonly timeoutMs?: number } = {}) {
    const asked = Promise.withResolvers<undefined>();
    const weather = {
      today: () => {
        asked.resolve(undefined);
        return today();
      },
    };
    const run = await runController(site, { uses: { weather }, ...options });
    await run.server.client.resource(Site).create(home);
    await asked.promise;
    return run;
  }

  it('lets the running reconcile finish its writes, and starts no other', async () => {
    const answer = Promise.withResolvers<string>();
    const run = await runUntilWaiting(() => answer.promise);
    const { server } = run;
    const ended = run[Symbol.asyncDispose]();
    await server.client.resource(Site).create({ ...home, metadata: { ...home.metadata, name: 'second' } });
    answer.resolve('sun');
    await ended;
    expect(run.results).toEqual(['success']);
    expect(server.objects(ConfigMap)).toMatchObject([{ metadata: { name: 'home' }, data: { weather: 'sun' } }]);
    expect(server.objects(Site)[0]?.status?.conditions).toContainEqual(expect.objectContaining({ type: 'Ready' }));
    expect(server.objects(Deployment)).toHaveLength(1);
  });

  it('advances the fake clock for a reconcile that waits', async () => {
    const clock = createFakeClock();
    const server = createInMemoryApiServer({ kinds: [Site], clock });
    const slow = defineController(Site, {
      owns: { notes: owns(ConfigMap) },
      async reconcile({ metadata: { name } }, { notes, signal, clock: time }) {
        await time.sleep(20_000, signal);
        await notes.apply({ metadata: { name }, data: { weather: 'late' } });
        return awaitChange;
      },
    });
    {
      await using _run = await runController(slow, { server });
      await server.client.resource(Site).create(home);
      await clock.settle();
    }
    expect(server.objects(ConfigMap)).toMatchObject([{ data: { weather: 'late' } }]);
    expect(clock.monotonic()).toBe(20_000);
  });

  it('aborts a running reconcile after the grace period of 30 seconds', async () => {
    const clock = createFakeClock();
    const server = createInMemoryApiServer({ kinds: [Site], clock });
    const reasons: unknown[] = [];
    const run = await runController(defineController(Site, { reconcile: reconcileUntilAborted(reasons) }), { server });
    await server.client.resource(Site).create(home);
    await clock.settle();
    await run[Symbol.asyncDispose]();
    expect(reasons).toMatchObject([{ code: 'STOPPED' }]);
    expect(clock.monotonic()).toBe(30_000);
    expect(server.openWatches).toBe(0);
  });

  it('rejects with the key of a reconcile that ignores its signal, and closes all watches', async () => {
    const run = await runUntilWaiting(() => new Promise(() => undefined));
    await expect(run[Symbol.asyncDispose]()).rejects.toMatchObject({
      code: 'TIMED_OUT',
      message: expect.stringMatching(
        /^failed to end the controller site: the controller is still reconciling default\/home /,
      ) as string,
    });
    expect(run.server.openWatches).toBe(0);
  });

  it('does not report a hanging reconcile again when awaitIdle has rejected for it', async () => {
    const test = async (): Promise<void> => {
      await using run = await runUntilWaiting(hanging.today, { timeoutMs: 50 });
      await run.awaitIdle();
    };
    await expect(test()).rejects.toMatchObject({
      name: 'OperatorError',
      code: 'TIMED_OUT',
      message:
        'failed to become idle: the controller site is still reconciling default/home after 0.05 s of real time: ' +
        'complete the call that it waits for',
    });
  });
});
