import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { type ScriptedRun, createScriptedRun } from '../../../fixtures/scripted-run.ts';
import { defineApi, t } from '../../api/index.ts';
import { ConfigMap, Secret } from '../../kinds/index.ts';
import { awaitChange } from '../declare/action.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';
import type { OwnsAndDeletes } from '../declare/handle-types.ts';
import { type Outcome, reconcileObject } from '../run/reconcile-object.ts';
import { runInOrder, runInReverse, type Stage, stage } from './stages.ts';

/** Stages that record their calls. */
function recordStages(states: readonly { readonly ready?: boolean; readonly gone?: boolean | 'none' }[]): {
  readonly stages: readonly Stage[];
  readonly calls: string[];
} {
  const calls: string[] = [];
  const stages = states.map(({ ready = true, gone = true }, index) => {
    const name = `Stage${String(index)}`;
    const note = (what: string, answer: boolean) => () => {
      calls.push(`${what} ${String(index)}`);
      return Promise.resolve(answer);
    };
    return stage(name, { ready: note('ready', ready), ...(gone !== 'none' && { delete: note('gone', gone) }) });
  });
  return { stages, calls };
}

describe('stages in order', () => {
  it('are all called if each is ready, and Ready is true', async () => {
    const { stages, calls } = recordStages([{}, {}, {}]);
    expect(await runInOrder(stages)).toEqual({
      ready: { type: 'Ready', status: 'True', reason: 'Ready', message: 'All stages are ready.' },
      waitsFor: undefined,
    });
    expect(calls).toEqual(['ready 0', 'ready 1', 'ready 2']);
  });

  it('end at the first that is not ready, and Ready names it', async () => {
    const { stages, calls } = recordStages([{}, { ready: false }, {}]);
    expect(await runInOrder(stages)).toEqual({
      ready: {
        type: 'Ready',
        status: 'False',
        reason: 'WaitingForStage1',
        message: 'Stage1 is not ready yet.',
      },
      waitsFor: 'Stage1',
    });
    expect(calls).toEqual(['ready 0', 'ready 1']);
  });

  it('call no stage before all earlier ones are ready, and call the earlier ones again in each reconcile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 8 }), async (readiness) => {
        const { stages, calls } = recordStages(readiness.map((ready) => ({ ready })));
        const { waitsFor } = await runInOrder(stages);
        const first = readiness.indexOf(false);
        const begun = first < 0 ? readiness.length : first + 1;
        expect(calls).toEqual(Array.from({ length: begun }, (_, index) => `ready ${String(index)}`));
        expect(waitsFor).toBe(first < 0 ? undefined : `Stage${String(first)}`);
      }),
    );
  });

  it('end with the error of one that throws', async () => {
    const { stages, calls } = recordStages([{}, {}]);
    const failing = stage('Broken', { ready: () => Promise.reject(new Error('no disk')) });
    await expect(runInOrder([failing, ...stages])).rejects.toThrow('no disk');
    expect(calls).toEqual([]);
  });
});

describe('stages in reverse', () => {
  it('are removed from the last to the first', async () => {
    const { stages, calls } = recordStages([{}, { gone: 'none' }, {}]);
    expect(await runInReverse(stages)).toBeUndefined();
    expect(calls).toEqual(['gone 2', 'gone 0']);
  });

  it('wait for one that is still terminating: the earlier ones stay', async () => {
    const { stages, calls } = recordStages([{}, { gone: false }, {}]);
    expect(await runInReverse(stages)).toEqual({ kind: 'requeueAfter', afterMs: 30_000 });
    expect(calls).toEqual(['gone 2', 'gone 1']);
  });
});

describe('the name of a stage', () => {
  it.each(['database', 'Data base', '', `D${'a'.repeat(100)}`])('is CamelCase, which %j is not', (name) => {
    expect(() => stage(name, { ready: () => Promise.resolve(true) })).toThrow(
      'use CamelCase, because it is part of a reason: Database',
    );
  });

  it('is unique', async () => {
    const twice = [...recordStages([{}]).stages, ...recordStages([{}]).stages];
    const text = 'failed to run the stage Stage0: two stages have this name; rename one';
    await expect(runInOrder(twice)).rejects.toThrow(text);
    await expect(runInReverse(twice)).rejects.toThrow(text);
  });
});

const Shop = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Shop',
  spec: t.object({}),
  status: t.object({ conditions: t.conditions() }),
});
type Shop = Parameters<Parameters<typeof defineController<typeof Shop>>[1]['reconcile']>[0];

interface Handles {
  readonly databases: OwnsAndDeletes<ConfigMap>;
  readonly webs: OwnsAndDeletes<Secret>;
}

const buildStages = ({ databases, webs }: Handles): readonly Stage[] => [
  stage('Database', {
    ready: async () =>
      (await databases.apply({ metadata: { name: 'shop' }, data: { size: '1' } })).data?.['up'] === 'yes',
    delete: () => databases.delete('shop'),
  }),
  stage('Web', {
    ready: async () => (await webs.apply({ metadata: { name: 'shop' } })).data !== undefined,
    delete: () => webs.delete('shop'),
  }),
];

const shop = defineController(Shop, {
  owns: { databases: owns(ConfigMap, { delete: true }), webs: owns(Secret, { delete: true }) },
  finalizer: {
    name: 'example.com/order',
    async cleanUp(_, handles) {
      handles.status.set({ conditions: [{ type: 'Ready', status: 'False', reason: 'Ending', message: 'It ends.' }] });
      return runInReverse(buildStages(handles));
    },
  },
  async reconcile(_, handles) {
    const { ready } = await runInOrder(buildStages(handles));
    handles.status.set({ conditions: [ready] });
    return awaitChange;
  },
});

describe('a controller of stages', () => {
  const key = { namespace: 'default', name: 'shop' };
  const path = '/apis/example.com/v1/namespaces/default/shops/shop';
  const database = '/api/v1/namespaces/default/configmaps/shop';
  const web = '/api/v1/namespaces/default/secrets/shop';
  let scripted: ScriptedRun;

  beforeEach(() => {
    scripted = createScriptedRun({ ownerKind: Shop, owner: { spec: {} }, ownerKey: key });
  });

  async function reconcile(): Promise<Outcome> {
    const outcome = await reconcileObject(shop, scripted.run());
    for (const kind of [Shop, ConfigMap, Secret]) scripted.watchShows(kind, key);
    return outcome;
  }

  function edit(at: string, change: object, metadata: object = {}): void {
    const live = scripted.server.get(at);
    scripted.server.put(at, { ...live, ...change, metadata: { ...live?.metadata, ...metadata } });
    for (const kind of [Shop, ConfigMap, Secret]) scripted.watchShows(kind, key);
  }

  const readiness = (): unknown => {
    const status = scripted.server.get(path)?.['status'] as { conditions: { type: string; reason: string }[] };
    return status.conditions.find(({ type }) => type === 'Ready')?.reason;
  };
  const writes = (): readonly string[] =>
    scripted.takeRequests().filter((each) => each.startsWith('PATCH /api/') || each.startsWith('DELETE'));

  it('creates the second child only once the first is ready', async () => {
    await reconcile();
    expect(readiness()).toBe('WaitingForDatabase');
    expect(scripted.server.get(web)).toBeUndefined();
    edit(database, { data: { size: '1', up: 'yes' } });
    await reconcile();
    expect(scripted.server.get(web)).toBeDefined();
    expect(readiness()).toBe('WaitingForWeb');
  });

  it('repairs the first child while the second waits', async () => {
    await reconcile();
    edit(database, { data: { size: '1', up: 'yes' } });
    await reconcile();
    const [entry] = scripted.server.get(database)?.metadata.managedFields ?? [];
    scripted.takeRequests();
    edit(database, { data: { size: '2', up: 'yes' } }, { managedFields: [{ ...entry, fieldsV1: {} }] });
    await reconcile();
    expect(writes()).toEqual([expect.stringContaining(database)]);
  });

  it('keeps its finalizer while a child is terminating, reports that in the status, and is called again', async () => {
    await reconcile();
    edit(database, { data: { size: '1', up: 'yes' } });
    await reconcile();
    edit(path, {}, { deletionTimestamp: '2026-01-01T00:00:00Z' });
    scripted.server.intercept = ({ method, path: asked }) => {
      if (method !== 'DELETE' || asked !== web) return undefined;
      const live = scripted.server.get(web);
      const going = { ...live?.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
      return { status: 200, body: structuredClone(scripted.server.put(web, { ...live, metadata: going })) };
    };
    expect(await reconcile()).toMatchObject({ result: 'done', action: { kind: 'requeueAfter', afterMs: 30_000 } });
    expect(scripted.server.get(path)?.metadata.finalizers).toEqual(['example.com/order']);
    expect(readiness()).toBe('Ending');
    expect(scripted.server.get(database)).toBeDefined();

    scripted.server.intercept = undefined;
    scripted.server.delete(web);
    scripted.watchShows(Secret, key);
    expect(await reconcile()).toEqual({ result: 'deleted' });
    expect(scripted.server.get(database)).toBeUndefined();
    expect(scripted.server.get(path)).toBeUndefined();
  });
});
