import type { PatchOperation } from '../../base/index.ts';
import { beforeEach, describe, expect, it } from 'vitest';

import { Cafe, key, path, scriptCafe } from '../../../fixtures/home-cafe.ts';
import type { ScriptedRun } from '../../../fixtures/scripted-run.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { awaitChange, requeueAfter } from '../declare/action.ts';
import { condition } from '../declare/condition.ts';
import type { StatusWriter } from '../declare/context.ts';
import type { Finalizer } from '../declare/declaration.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';
import { notReady } from '../status/rejection.ts';
import { hasFinalizer, updateFinalizers } from './finalizers.ts';
import { type Outcome, reconcileObject } from './reconcile-object.ts';

const ours = 'example.com/tables';
const deletionTimestamp = '2026-01-01T00:00:00Z';

let scripted: ScriptedRun;
/** The names of called functions, in order. */
let calls: string[];

beforeEach(() => {
  scripted = scriptCafe();
  calls = [];
});

type CleanUp = Finalizer<unknown, { readonly status: StatusWriter<unknown> }>['cleanUp'];

interface Declared {
  readonly replaces?: readonly string[];
  readonly legacyFinalizers?: readonly string[];
  readonly cleanUp?: CleanUp;
  readonly finalizer?: false;
  /** Whether the operator prepares the first finalizer of an object. */
  readonly isPrepared?: boolean;
}

async function reconcile({
  replaces = [],
  legacyFinalizers = [],
  cleanUp,
  finalizer,
  isPrepared = false,
}: Declared = {}): Promise<Outcome> {
  const clean: CleanUp = async (object, context) => {
    calls.push('cleanUp');
    return cleanUp?.(object, context);
  };
  const controller = defineController(Cafe, {
    ...(finalizer !== false && { finalizer: { name: ours, replaces, cleanUp: clean } }),
    legacyFinalizers,
    reconcile: ({ metadata }) => {
      calls.push(`reconcile with ${(metadata.finalizers ?? []).join(', ')}`);
      return Promise.resolve(awaitChange);
    },
  });
  const beforeFinalizer = (): Promise<void> => {
    calls.push(`beforeFinalizer with ${(finalizers() ?? []).join(', ')}`);
    return Promise.resolve();
  };
  const environment = isPrepared ? { ...scripted.environment, beforeFinalizer } : scripted.environment;
  return reconcileObject(controller, scripted.run({ environment }));
}

/** Changes the metadata like another client; passes the watch event to the cache if `isSeen`. */
function edit(metadata: object, isSeen = true): void {
  const live = scripted.server.get(path);
  scripted.server.put(path, { ...live, metadata: { ...live?.metadata, ...metadata } });
  if (isSeen) scripted.watchShows(Cafe, key);
}

const finalizers = (): readonly string[] | undefined => scripted.server.get(path)?.metadata.finalizers;
const patches = (): readonly (readonly PatchOperation[])[] =>
  scripted.server.transport.requests
    .filter(({ method, path: at }) => method === 'PATCH' && at === path)
    .map(({ body }) => body as readonly PatchOperation[]);

describe('a finalizer', () => {
  it('is added before the first reconcile', async () => {
    await reconcile();
    expect(finalizers()).toEqual([ours]);
    expect(calls).toEqual([`reconcile with ${ours}`]);
  });

  it('counts as a read of the owner: its first child is created without another', async () => {
    const controller = defineController(Cafe, {
      owns: { maps: owns(ConfigMap) },
      finalizer: { name: ours, cleanUp: () => Promise.resolve() },
      async reconcile({ metadata: { name } }, { maps }) {
        await maps.apply({ metadata: { name } });
        return awaitChange;
      },
    });
    await reconcileObject(controller, scripted.run());
    expect(scripted.takeRequests().map((each) => each.replace(/\?.*/, ''))).toEqual([
      `PATCH ${path}`,
      'PATCH /api/v1/namespaces/default/configmaps/home',
    ]);
  });

  it('is not added twice', async () => {
    edit({ finalizers: ['a.example/b', ours] });
    await reconcile();
    expect(patches()).toEqual([]);
  });

  it('replaces its former names in one patch with a precondition', async () => {
    edit({ finalizers: ['old', 'a.example/b'] });
    await reconcile({ replaces: ['old'] });
    expect(finalizers()).toEqual(['a.example/b', ours]);
    expect(patches()).toHaveLength(1);
    expect(patches()[0]?.[0]).toMatchObject({ op: 'test', path: '/metadata/resourceVersion' });
  });

  it('is not added to an object that has changed since, and the object is not reconciled', async () => {
    edit({ finalizers: ['a.example/b'] }, false);
    expect(await reconcile()).toMatchObject({ result: 'failed', retry: true, error: { code: 'API_CONFLICT' } });
    expect(finalizers()).toEqual(['a.example/b']);
    expect(calls).toEqual([]);
  });

  it('is not added to a deleted object, and the reconcile does not fail', async () => {
    const run = scripted.run();
    scripted.server.delete(path);
    const finalizer = { name: ours, cleanUp: () => Promise.resolve() } as const;
    const controller = defineController(Cafe, { finalizer, reconcile: () => Promise.resolve(awaitChange) });
    expect(await reconcileObject(controller, run)).toEqual({ result: 'deleted' });
  });

  it('is not added to a deleted object, which the error names', async () => {
    const run = scripted.run();
    scripted.server.delete(path);
    const finalizer = { name: ours, cleanUp: () => Promise.resolve() } as const;
    const updated = updateFinalizers(run, { finalizer, legacyFinalizers: [] });
    await expect(updated).rejects.toMatchObject({ code: 'OWNER_DELETED', object: key, cause: { status: 404 } });
  });

  it('is prepared before it is added', async () => {
    edit({ finalizers: ['a.example/b'] });
    await reconcile({ isPrepared: true });
    expect(calls).toEqual(['beforeFinalizer with a.example/b', `reconcile with a.example/b, ${ours}`]);
  });

  it('is not prepared again when it replaces a former name', async () => {
    edit({ finalizers: ['old'] });
    await reconcile({ replaces: ['old'], isPrepared: true });
    expect(calls).toEqual([`reconcile with ${ours}`]);
  });

  it('is absent if the controller declares none', () => {
    edit({ finalizers: ['a.example/b'] });
    expect(hasFinalizer({}, scripted.run().owner)).toBe(false);
  });

  it('is not added while another process leads', async () => {
    scripted.leading = false;
    expect(await reconcile()).toMatchObject({ result: 'failed', error: { code: 'NOT_LEADER' } });
    expect(finalizers()).toBeUndefined();
  });
});

describe('an object that is being deleted', () => {
  it('is cleaned up, and then loses the finalizer', async () => {
    edit({ finalizers: [ours], deletionTimestamp });
    expect(await reconcile()).toEqual({ result: 'deleted' });
    expect(calls).toEqual(['cleanUp']);
    expect(scripted.server.get(path)).toBeUndefined();
  });

  it('keeps its finalizer if its clean-up fails, and its status has the reason', async () => {
    edit({ finalizers: [ours], deletionTimestamp });
    const refused = await reconcile({ cleanUp: () => Promise.reject(notReady('StoreDown', 'The store is closed.')) });
    expect(refused).toMatchObject({ result: 'refused', rejection: { reason: 'StoreDown', retry: true } });
    expect(finalizers()).toEqual([ours]);
    expect(scripted.events).toEqual(['StoreDown: The store is closed.']);
    expect(scripted.server.get(path)?.['status']).toMatchObject({
      conditions: [
        { type: 'Ready', status: 'False', reason: 'StoreDown' },
        { type: 'Reconciling', status: 'True' },
      ],
    });
  });

  it('keeps its finalizer and the set status while its clean-up is pending, and is cleaned up again', async () => {
    edit({ finalizers: [ours], deletionTimestamp });
    const goesOn: CleanUp = (_, { status }) => {
      status.set({ conditions: [condition('Ready', false, { reason: 'Leaving', message: 'One guest is left.' })] });
      return Promise.resolve(requeueAfter(5000));
    };
    const cleanUp = goesOn;
    const outcome = { result: 'done', action: requeueAfter(5000), changedMeanwhile: false };
    expect(await reconcile({ cleanUp })).toEqual(outcome);
    expect(finalizers()).toEqual([ours]);
    expect(scripted.server.get(path)?.['status']).toMatchObject({
      conditions: [
        { type: 'Ready', reason: 'Leaving' },
        { type: 'Reconciling', status: 'True' },
      ],
    });
    scripted.watchShows(Cafe, key);
    expect(await reconcile({ cleanUp })).toEqual(outcome);
    expect(await reconcile()).toEqual({ result: 'deleted' });
    expect(calls).toEqual(['cleanUp', 'cleanUp', 'cleanUp']);
    expect(scripted.server.get(path)).toBeUndefined();
  });

  it('keeps its finalizer if its clean-up returns no action', async () => {
    edit({ finalizers: [ours], deletionTimestamp });
    const cleanUp = (): Promise<never> => Promise.resolve('soon' as never);
    expect(await reconcile({ cleanUp })).toMatchObject({ result: 'failed', error: { code: 'DECLARATION_INVALID' } });
    expect(finalizers()).toEqual([ours]);
  });

  it('is reconciled again if its list of finalizers has changed meanwhile', async () => {
    edit({ finalizers: ['a.example/b', ours], deletionTimestamp });
    const moved = (): Promise<void> => {
      edit({ finalizers: [ours, 'c.example/d'] }, false);
      return Promise.resolve();
    };
    expect(await reconcile({ cleanUp: moved })).toMatchObject({ result: 'failed', error: { code: 'API_CONFLICT' } });
    expect(finalizers()).toEqual([ours, 'c.example/d']);
  });

  it('is cleaned up under a former name of the finalizer', async () => {
    edit({ finalizers: ['older', 'a.example/b', 'old'], deletionTimestamp });
    await reconcile({ replaces: ['old', 'older'] });
    expect(calls).toEqual(['cleanUp']);
    expect(finalizers()).toEqual(['a.example/b']);
  });

  it('is not cleaned up without the finalizer', async () => {
    edit({ finalizers: ['a.example/b'], deletionTimestamp });
    expect(await reconcile()).toEqual({ result: 'deleted' });
    expect(calls).toEqual([]);
    expect(patches()).toEqual([]);
  });

  it('may already be deleted when the finalizer is removed', async () => {
    edit({ finalizers: [ours], deletionTimestamp });
    const gone = (): Promise<void> => {
      scripted.server.delete(path);
      return Promise.resolve();
    };
    expect(await reconcile({ cleanUp: gone })).toEqual({ result: 'deleted' });
    expect(scripted.logger.lines.map(({ message }) => message)).not.toContain('cleaned up and removed the finalizer');
  });
});

describe('a legacy finalizer', () => {
  it('is removed by a controller without a finalizer', async () => {
    edit({ finalizers: ['left.example/over', 'a.example/b'] });
    await reconcile({ finalizer: false, legacyFinalizers: ['left.example/over'] });
    expect(finalizers()).toEqual(['a.example/b']);
    expect(calls).toEqual(['reconcile with a.example/b']);
  });

  it.each([[['a.example/b']], [[]]])('is removed after %j, without the preparation of a finalizer', async (others) => {
    edit({ finalizers: [...others, 'left.example/over'] });
    await reconcile({ finalizer: false, legacyFinalizers: ['left.example/over'], isPrepared: true });
    expect(finalizers() ?? []).toEqual(others);
    expect(calls).toEqual([`reconcile with ${others.join(', ')}`]);
  });

  it('leaves no empty list', async () => {
    edit({ finalizers: ['left.example/over'] });
    await reconcile({ finalizer: false, legacyFinalizers: ['left.example/over'] });
    expect(finalizers()).toBeUndefined();
  });

  it('is removed from a terminating object without a clean-up', async () => {
    edit({ finalizers: ['left.example/over'], deletionTimestamp });
    await reconcile({ legacyFinalizers: ['left.example/over'] });
    expect(scripted.server.get(path)).toBeUndefined();
    expect(calls).toEqual([]);
  });
});

describe('the permissions of a controller', () => {
  const listVerbs = (declared: object): readonly string[] | undefined =>
    defineController(Cafe, { ...declared, reconcile: () => Promise.resolve(awaitChange) }).rules.find(({ resources }) =>
      resources.includes('cafes'),
    )?.verbs;

  it('include patch only if it sets or removes finalizers', () => {
    const finalizer = { name: ours, cleanUp: (): Promise<void> => Promise.resolve() };
    expect(listVerbs({})).toEqual(['list', 'watch']);
    expect(listVerbs({ finalizer })).toEqual(['list', 'patch', 'watch']);
    expect(listVerbs({ legacyFinalizers: ['left.example/over'] })).toEqual(['list', 'patch', 'watch']);
  });
});
