import { beforeEach, describe, expect, it } from 'vitest';

import { manager, type ScriptedRun, createScriptedRun } from '../../../fixtures/scripted-run.ts';
import { defineApi, t } from '../../api/index.ts';
import type { Condition } from '../../base/index.ts';
import { awaitChange } from '../declare/action.ts';
import { condition } from '../declare/condition.ts';
import { type ContextOf, defineDependencies } from '../declare/define-dependencies.ts';
import { defineController } from '../declare/define-controller.ts';
import { type Outcome, reconcileObject } from '../run/reconcile-object.ts';
import { toDryRun } from '../write/run.ts';
import { notReady } from './rejection.ts';

const Cafe = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({}),
  status: t.object({
    guests: t.optional(t.integer()),
    menu: t.optional(t.object({ tea: t.optional(t.string()), cake: t.optional(t.string()) })),
    theirs: t.optional(t.boolean()),
    conditions: t.conditions(),
  }),
});
const key = { namespace: 'default', name: 'home' };
const path = '/apis/example.com/v1/namespaces/default/cafes/home';
const write = `PATCH ${path}/status?fieldManager=${manager}&force=true`;
const why = { reason: 'Because', message: 'It is so.' };
const ready = condition('Ready', true, why);
const heated = condition('Heated', true, why);

interface Stored {
  readonly guests?: number;
  readonly menu?: object;
  readonly observedGeneration?: number;
  readonly conditions: readonly Condition[];
}
const dependencies = defineDependencies({});
type Body = (status: ContextOf<typeof Cafe, typeof dependencies>['status']) => Promise<void> | void;

let scripted: ScriptedRun;

beforeEach(() => {
  scripted = createScriptedRun({ ownerKind: Cafe, owner: { spec: {} }, ownerKey: key });
});

const stored = (): Stored => scripted.server.get(path)?.['status'] as Stored;
const types = (): readonly string[] => stored().conditions.map(({ type, status }) => `${type}=${status}`);

/** Runs one reconcile and returns its requests, then passes the stored object to the cache as the watch would. */
async function reconcile(body: Body, overrides: Parameters<ScriptedRun['run']>[0] = {}): Promise<string[]> {
  await run(body, overrides);
  scripted.watchShows(Cafe, key);
  return scripted.takeRequests();
}

const run = (body: Body, overrides: Parameters<ScriptedRun['run']>[0] = {}): Promise<Outcome> =>
  reconcileObject(
    defineController(Cafe, {
      ...dependencies,
      async reconcile(_, { status }) {
        await body(status);
        return awaitChange;
      },
    }),
    scripted.run(overrides),
  );

/** Changes the object like another client, and passes the watch event to the cache. */
function edit(change: (status: Stored) => object, metadata: object = {}): void {
  const live = scripted.server.get(path);
  scripted.server.put(path, { ...live, status: change(stored()), metadata: { ...live?.metadata, ...metadata } });
  scripted.watchShows(Cafe, key);
}

describe('a patch of the status', () => {
  it('changes its fields, and leaves the others', async () => {
    await reconcile((status) => status.set({ guests: 3, menu: { tea: 'green', cake: 'plum' }, conditions: [ready] }));
    expect(await reconcile((status) => status.patch({ guests: 4 }))).toEqual([write]);
    expect(stored()).toMatchObject({ guests: 4, menu: { tea: 'green', cake: 'plum' }, conditions: [ready] });
  });

  it('is a whole status if none is stored', async () => {
    await reconcile((status) => status.patch({ guests: 4 }));
    expect(stored()).toEqual({ guests: 4, observedGeneration: 1, conditions: [] });
  });

  it('replaces an object as a whole', async () => {
    await reconcile((status) => status.set({ menu: { tea: 'green', cake: 'plum' } }));
    await reconcile((status) => status.patch({ menu: { tea: 'black' } }));
    expect(stored().menu).toEqual({ tea: 'black' });
  });

  it('removes a field that is undefined', async () => {
    await reconcile((status) => status.set({ guests: 3, menu: { tea: 'green' } }));
    await reconcile((status) => status.patch({ guests: undefined }));
    expect(stored()).not.toHaveProperty('guests');
    expect(stored().menu).toEqual({ tea: 'green' });
  });

  it('sends nothing if its fields are stored as they are', async () => {
    await reconcile((status) => status.set({ guests: 3, conditions: [ready] }));
    expect(await reconcile((status) => status.patch({ guests: 3 }))).toEqual([]);
    expect(await reconcile((status) => status.patch({}))).toEqual([]);
    expect(await reconcile((status) => status.patch({ conditions: [ready] }))).toEqual([]);
  });

  it('leaves fields of other managers to them', async () => {
    await reconcile((status) => status.set({ guests: 3 }));
    edit((status) => ({ ...status, theirs: true }));
    await reconcile((status) => status.patch({ guests: 4 }));
    expect(stored()).toMatchObject({ guests: 4, theirs: true });
    const { body } = scripted.server.transport.requests.at(-1) ?? {};
    expect(body).not.toHaveProperty('status.theirs');
  });
});

describe('the conditions of a patch', () => {
  it('are merged by type; those that it does not name keep time and generation', async () => {
    await reconcile((status) => status.set({ conditions: [ready, heated] }));
    const before = stored().conditions[0];
    edit((status) => status, { generation: 2 });
    await scripted.clock.advance(60_000);
    await reconcile((status) => status.patch({ conditions: [condition('Heated', false, why)] }));
    expect(stored().observedGeneration).toBe(2);
    expect(stored().conditions).toEqual([
      before,
      { ...condition('Heated', false, why), observedGeneration: 2, lastTransitionTime: '2026-01-01T00:01:00Z' },
    ]);
    expect(before).toMatchObject({ type: 'Ready', observedGeneration: 1 });
  });

  it('derive Reconciling from a Ready that they name', async () => {
    await reconcile((status) => status.set({ conditions: [ready, heated] }));
    await reconcile((status) => status.patch({ conditions: [condition('Ready', false, why)] }));
    expect(types()).toEqual(['Heated=True', 'Ready=False', 'Reconciling=True']);
    await reconcile((status) => status.patch({ conditions: [ready] }));
    expect(types()).toEqual(['Heated=True', 'Ready=True']);
  });

  it('end an earlier error without naming Ready', async () => {
    await reconcile((status) => status.set({ guests: 3, conditions: [heated] }));
    await reconcile(() => Promise.reject(notReady('Closed', 'It is closed.')));
    expect(types()).toContain('Ready=False');
    await reconcile((status) => status.patch({ guests: 4 }));
    expect(types()).toEqual(['Heated=True']);
  });
});

describe('a patch next to other calls of the reconcile', () => {
  it('changes the status that was set or patched before, and a later set replaces it', async () => {
    await reconcile((status) => status.set({ menu: { tea: 'green' }, conditions: [heated] }));
    await reconcile((status) => {
      status.set({ guests: 1, conditions: [ready] });
      status.patch({ guests: 2 });
      status.patch({ conditions: [condition('Open', true, why)] });
    });
    expect(stored()).toMatchObject({ guests: 2 });
    expect(stored()).not.toHaveProperty('menu');
    expect(types()).toEqual(['Ready=True', 'Open=True']);
    await reconcile((status) => {
      status.patch({ guests: 3, menu: { tea: 'black' } });
      status.set({ guests: 4 });
    });
    expect(stored()).toEqual({ guests: 4, observedGeneration: 1 });
  });

  it('changes a saved status', async () => {
    await reconcile(async (status) => {
      await status.save({ guests: 1, menu: { tea: 'green' } });
      status.patch({ guests: 2 });
    });
    expect(stored()).toMatchObject({ guests: 2, menu: { tea: 'green' } });
  });

  it('is written with a later rejection, like a status that was set', async () => {
    await reconcile((status) => status.set({ guests: 3, menu: { tea: 'green' }, conditions: [heated] }));
    edit((status) => status, { generation: 2 });
    await reconcile((status) => {
      status.patch({ guests: 4 });
      throw notReady('Closed', 'It is closed.');
    });
    expect(stored()).toMatchObject({ guests: 4, menu: { tea: 'green' } });
    expect(types()).toEqual(['Heated=True', 'Ready=False', 'Reconciling=True']);
    expect(stored().conditions.map(({ observedGeneration }) => observedGeneration)).toEqual([1, 2, 2]);
  });

  it('is not written by a reconcile that throws an unexpected error', async () => {
    await reconcile((status) => status.set({ guests: 3 }));
    await reconcile((status) => {
      status.patch({ guests: 4 });
      throw new Error('no');
    });
    expect(stored()).toMatchObject({ guests: 3 });
  });

  it('is logged in a dry run, and not written', async () => {
    await reconcile((status) => status.set({ guests: 3 }));
    const before = scripted.logger.lines.length;
    const environment = toDryRun(scripted.environment);
    await reconcile((status) => status.patch({ guests: 4 }), { environment });
    expect(stored()).toMatchObject({ guests: 3 });
    expect(scripted.logger.lines.slice(before)).toMatchObject([{ message: 'would write the status' }]);
  });
});
