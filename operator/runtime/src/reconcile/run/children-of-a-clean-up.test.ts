import { beforeEach, describe, expect, it } from 'vitest';

import { Cafe, child, key, path, scriptCafe } from '../../../fixtures/home-cafe.ts';
import type { ScriptedRun } from '../../../fixtures/scripted-run.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { awaitChange } from '../declare/action.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';
import { type Outcome, reconcileObject } from './reconcile-object.ts';

const ours = 'example.com/backup';
const deletionTimestamp = '2026-01-01T00:00:00Z';

let scripted: ScriptedRun;

function cleanUp({ anyNamespace = false } = {}): Promise<Outcome> {
  const controller = defineController(Cafe, {
    owns: { maps: anyNamespace ? owns(ConfigMap, { anyNamespace: true, delete: true }) : owns(ConfigMap) },
    finalizer: {
      name: ours,
      async cleanUp(_, { maps }) {
        await maps.apply({ metadata: { name: 'home', namespace: 'default' } });
        return awaitChange;
      },
    },
    reconcile: () => Promise.resolve(awaitChange),
  });
  const environment = { ...scripted.environment, isInAnyNamespace: () => anyNamespace };
  return reconcileObject(controller, scripted.run({ environment }));
}

/** Changes the metadata like another client, and passes the watch event to the cache. */
function edit(metadata: object): void {
  const live = scripted.server.get(path);
  scripted.server.put(path, { ...live, metadata: { ...live?.metadata, ...metadata } });
  scripted.watchShows(Cafe, key);
}

beforeEach(() => {
  scripted = scriptCafe();
});

// When the garbage collector notices such a deletion, it deletes or releases every child that it knows.
describe.each(['foregroundDeletion', 'orphan'])('a clean-up while the garbage collector has to remove %s', (theirs) => {
  it('creates no child until it has', async () => {
    edit({ finalizers: [theirs, ours], deletionTimestamp });
    expect(await cleanUp()).toMatchObject({ result: 'failed', retry: true, error: { code: 'STALE' } });
    expect(scripted.server.get(child)).toBeUndefined();
    edit({ finalizers: [ours] });
    expect(await cleanUp()).toMatchObject({ result: 'done' });
    expect(scripted.server.get(child)?.metadata.ownerReferences).toMatchObject([{ blockOwnerDeletion: false }]);
  });

  it('creates the child after 30 seconds: an older child may wait for it', async () => {
    edit({ finalizers: [theirs, ours], deletionTimestamp });
    await cleanUp();
    await scripted.clock.advance(29_999);
    expect(await cleanUp()).toMatchObject({ result: 'failed' });
    await scripted.clock.advance(1);
    expect(await cleanUp()).toMatchObject({ result: 'done' });
    expect(scripted.server.get(child)).toBeDefined();
  });

  it('updates existing children', async () => {
    edit({ finalizers: [ours], deletionTimestamp });
    await cleanUp();
    scripted.watchShows(ConfigMap, key);
    edit({ finalizers: [theirs, ours] });
    expect(await cleanUp()).toMatchObject({ result: 'done' });
  });

  it('creates a child that names its owner by label, which the garbage collector ignores', async () => {
    edit({ finalizers: [theirs, ours], deletionTimestamp });
    expect(await cleanUp({ anyNamespace: true })).toMatchObject({ result: 'done' });
  });
});
