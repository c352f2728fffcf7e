import { describe, expect, it } from 'vitest';

import {
  awaitChange,
  type ControllerDefinition,
  defineApi,
  defineController,
  owns,
  reads,
  t,
} from '@kubewright/runtime';
import { ConfigMap, Namespace, Secret } from '@kubewright/runtime/kinds';

import { type ControllerRun, runController } from '../index.ts';

const Shop = defineApi({
  ...{ group: 'example.com', version: 'v1', kind: 'Shop' },
  spec: t.object({}),
  status: t.object({ hours: t.optional(t.string()), conditions: t.conditions() }),
});

const cleanedWith: number[] = [];

const shop = defineController(Shop, {
  owns: { secrets: owns(Secret) },
  reads: { maps: reads(ConfigMap) },
  finalizer: {
    name: 'example.com/shop',
    cleanUp(_, { secrets }) {
      cleanedWith.push(secrets.list().length);
      return Promise.resolve();
    },
  },
  async reconcile(_, { maps, secrets, status }) {
    await secrets.apply({ metadata: { name: 'key' } });
    status.set({ hours: maps.get('hours')?.data?.['text'] ?? 'unknown' });
    return awaitChange;
  },
});

const metadata = { namespace: 'north', name: 'corner' };

async function setTeam({ server: { client } }: ControllerRun, team: string): Promise<void> {
  await client.resource(Namespace).mergePatch({ name: 'north' }, { metadata: { labels: { team } } });
}

/** Holds back the initial objects of these kinds in the namespace. */
function hold({ server }: ControllerRun, ...kinds: readonly string[]): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.intercept(async ({ verb, kind, namespace }, next) => {
    if (namespace === 'north' && kinds.includes(kind) && (verb === 'watch' || verb === 'list')) await promise;
    return next();
  });
  return () => {
    resolve(undefined);
  };
}

async function start(controller: ControllerDefinition = shop): Promise<ControllerRun> {
  const run = await runController(controller, { namespaces: { labelSelector: 'team=a' } });
  const { client } = run.server;
  await client.resource(Namespace).create({ metadata: { name: 'north' } });
  await client.resource(ConfigMap).create({ metadata: { namespace: 'north', name: 'hours' }, data: { text: '9-5' } });
  await client.resource(Shop).create({ metadata, spec: {} });
  await run.awaitIdle();
  return run;
}

const readHours = ({ server }: ControllerRun) => server.objects(Shop)[0]?.status?.hours;

describe('a namespace that gets the label', () => {
  it('is reconciled once all kinds in it are known', async () => {
    await using run = await start();
    const release = hold(run, 'ConfigMap');
    await setTeam(run, 'a');
    await turns();
    expect(readHours(run)).toBeUndefined();

    release();
    await run.awaitIdle();
    expect([readHours(run), run.results]).toEqual(['9-5', ['success']]);
  });

  it('is cleaned up once the children in it are known', async () => {
    await using run = await start();
    await setTeam(run, 'a');
    await run.awaitIdle();
    await setTeam(run, 'b');
    await run.awaitIdle();
    await run.server.client.resource(Shop).delete(metadata, { propagation: 'Background' });
    const release = hold(run, 'Secret');
    await setTeam(run, 'a');
    await turns();
    expect(cleanedWith).toEqual([]);

    release();
    await run.awaitIdle();
    expect([cleanedWith, run.server.objects(Shop)]).toEqual([[1], []]);
  });

  it('of which a kind cannot be watched fails with the reason', async () => {
    await using run = await start();
    const failing = run.server.fail({ kind: 'ConfigMap', namespace: 'north' }, 403, { times: 100 });
    await setTeam(run, 'a');
    await run.awaitIdle();
    const ready = run.server.objects(Shop)[0]?.status?.conditions?.find(({ type }) => type === 'Ready');
    expect(ready).toMatchObject({ status: 'False', reason: 'Forbidden' });

    failing[Symbol.dispose]();
    await run.advance(60_000);
    expect(readHours(run)).toBe('9-5');
  });
});

describe('a namespace that loses the label during a clean-up', () => {
  it('keeps the finalizers of its objects, whose children are not shown any more', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const waiting = defineController(Shop, {
      owns: { secrets: owns(Secret) },
      finalizer: {
        name: 'example.com/shop',
        async cleanUp(_, { secrets }) {
          await promise;
          return secrets.list().length > 0 ? awaitChange : undefined;
        },
      },
      async reconcile(_, { secrets }) {
        await secrets.apply({ metadata: { name: 'key' } });
        return awaitChange;
      },
    });
    await using run = await start(waiting);
    await setTeam(run, 'a');
    await run.awaitIdle();
    await run.server.client.resource(Shop).delete(metadata, { propagation: 'Background' });
    await turns();
    await setTeam(run, 'b');
    await turns();
    resolve(undefined);
    await run.awaitIdle();

    expect(run.server.objects(Shop)).toMatchObject([{ metadata: { finalizers: ['example.com/shop'] } }]);
  });
});

/** Waits long enough for everything that does not need a held response. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
