import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type ScriptedRun, createScriptedRun } from '../../../fixtures/scripted-run.ts';
import { defineApi, t } from '../../api/index.ts';
import { awaitChange } from '../declare/action.ts';
import { defineController } from '../declare/define-controller.ts';
import { type Outcome, reconcileObject } from './reconcile-object.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const key = { namespace: 'default', name: 'home' };
const path = '/apis/example.com/v1/namespaces/default/cafes/home';
const ours = 'example.com/tables';
const older = 'old';
const left = 'left.example/over';
const mine: readonly string[] = [ours, older, left];

const controller = defineController(Cafe, {
  finalizer: { name: ours, replaces: [older], cleanUp: () => Promise.resolve() },
  legacyFinalizers: [left],
  reconcile: () => Promise.resolve(awaitChange),
});

const others = ['a.example/a', 'b.example/b', 'c.example/c', 'foregroundDeletion'];
const list = fc.shuffledSubarray([...mine, ...others]);
const isOthers = (name: string): boolean => !mine.includes(name);

interface Lists {
  /** The finalizers that the reconcile has read. */
  readonly seen: readonly string[];
  /** The finalizers when the patch of the reconcile arrives. */
  readonly then: readonly string[];
}

function createScripted({ seen }: Lists, metadata: object): ScriptedRun {
  const owner = { spec: {}, metadata: { finalizers: seen, ...metadata } };
  return createScriptedRun({ ownerKind: Cafe, owner, ownerKey: key });
}

/** Runs a reconcile. Another client changes the list between its read and its patch. */
async function reconcile(run: ScriptedRun, { seen, then }: Lists): Promise<Outcome> {
  const prepared = run.run();
  if (seen.join() !== then.join()) {
    const live = run.server.get(path);
    run.server.put(path, { ...live, metadata: { ...live?.metadata, finalizers: then } });
  }
  return reconcileObject(controller, prepared);
}

const listFinalizers = (run: ScriptedRun): readonly string[] => run.server.get(path)?.metadata.finalizers ?? [];

describe('the finalizers of others', () => {
  const unchanged = list.map((seen): Lists => ({ seen, then: seen }));
  const changed = fc.record({ seen: list, then: list });

  it('stay unchanged and in order while ours is added, for any concurrent change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(unchanged, changed), async (lists) => {
        const run = createScripted(lists, {});
        await reconcile(run, lists);
        expect(listFinalizers(run).filter(isOthers)).toEqual(lists.then.filter(isOthers));
      }),
    );
  });

  it('stay unchanged and in order while ours is removed, for any concurrent change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(unchanged, changed), async (lists) => {
        const run = createScripted(lists, { deletionTimestamp: '2026-01-01T00:00:00Z' });
        await reconcile(run, lists);
        expect(listFinalizers(run).filter(isOthers)).toEqual(lists.then.filter(isOthers));
      }),
    );
  });

  it('are all that remains after the clean-up if no other client changes the list', async () => {
    await fc.assert(
      fc.asyncProperty(unchanged, async (lists) => {
        const run = createScripted(lists, { deletionTimestamp: '2026-01-01T00:00:00Z' });
        expect(await reconcile(run, lists)).toEqual({ result: 'deleted' });
        expect(listFinalizers(run)).toEqual(lists.seen.filter(isOthers));
      }),
    );
  });
});
