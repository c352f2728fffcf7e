import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';

import { Cafe, scriptCafe } from '../../../../fixtures/home-cafe.ts';
import type { ScriptedRun } from '../../../../fixtures/scripted-run.ts';
import { ConfigMap, Secret } from '../../../kinds/index.ts';
import { awaitChange } from '../../declare/action.ts';
import { defineController } from '../../declare/define-controller.ts';
import { owns } from '../../declare/dependencies.ts';
import type { Owns, OwnsAndDeletes } from '../../declare/handle-types.ts';
import { notReady } from '../../status/rejection.ts';
import { toDryRun, type Run } from '../../write/run.ts';
import type { ChildMemory } from '../../write/owner-memory.ts';
import { type Outcome, reconcileObject } from '../reconcile-object.ts';

interface Handles {
  readonly maps: OwnsAndDeletes<ConfigMap>;
  readonly secrets: Owns<Secret>;
}

let scripted: ScriptedRun;
let set: MockInstance<ChildMemory['set']>;

beforeEach(() => {
  scripted = scriptCafe();
  set = vi.spyOn(scripted.run().memory.children, 'set');
});

/** Runs one reconcile of the owner in the same process. */
async function reconcile(body: (handles: Handles) => Promise<unknown>, overrides: Partial<Run> = {}): Promise<Outcome> {
  const cafe = defineController(Cafe, {
    owns: { maps: owns(ConfigMap, { delete: true }), secrets: owns(Secret) },
    reconcile: async (_, handles) => {
      await body(handles);
      return awaitChange;
    },
  });
  return reconcileObject(cafe, scripted.run(overrides));
}

/** Lists the children that are still remembered. */
const listRemembered = () => {
  const { children } = scripted.run().memory;
  const kept = set.mock.calls.filter((child) => children.has(...child));
  return [...new Set(kept.map(([kind, { name }]) => `${kind.kind} ${name}`))];
};

const version = (count: number) => async (handles: Handles) => {
  await handles.maps.apply({ metadata: { name: `version-${String(count)}` } });
  for (const { metadata } of handles.maps.list()) {
    if (metadata.name !== `version-${String(count)}`) await handles.maps.delete(metadata.name);
  }
};

/** Deletes a ConfigMap like another client, and passes the watch event to the cache. */
function end(name: string): void {
  scripted.server.delete(`/api/v1/namespaces/default/configmaps/${name}`);
  scripted.watchShows(ConfigMap, { namespace: 'default', name });
}

// A bug: the runtime kept one signature per child name for as long as the owner existed.
describe('the memory of a child', () => {
  it('is cleared once the reconcile deletes the child', async () => {
    for (const count of [1, 2, 3, 4]) await reconcile(version(count));
    expect(listRemembered()).toEqual(['ConfigMap version-4']);
  });

  it('is cleared once others have deleted the child, even by a rejected reconcile', async () => {
    await reconcile(({ maps }) => maps.apply({ metadata: { name: 'menu' } }));
    expect(listRemembered()).toHaveLength(1);
    end('menu');
    await reconcile(() => Promise.reject(notReady('Closed', 'It is closed.')));
    expect(listRemembered()).toEqual([]);
  });

  it('stays as long as the child exists, whether a reconcile applies it or not', async () => {
    await reconcile(async ({ maps, secrets }) => {
      await maps.apply({ metadata: { name: 'menu' } });
      await secrets.apply({ metadata: { name: 'menu' } });
    });
    const before = listRemembered();
    await reconcile(() => Promise.resolve());
    expect(listRemembered()).toEqual(before);
    expect(before).toEqual(['ConfigMap menu', 'Secret menu']);
  });
});

describe('the dry-run log line of a write', () => {
  const dry = (body: (handles: Handles) => Promise<unknown>) =>
    reconcile(body, { environment: toDryRun(scripted.environment) });
  const said = () => scripted.logger.lines.filter(({ message }) => message === 'would create a child').length;

  beforeEach(() => {
    scripted.server.intercept = ({ method, body }) =>
      method === 'PATCH' ? { status: 201, body: structuredClone(body) } : undefined;
  });

  it('is forgotten once the write is obsolete', async () => {
    const create = (count: number) => dry(({ maps }) => maps.apply({ metadata: { name: `version-${String(count)}` } }));
    for (const count of [1, 2, 3, 3]) await create(count);
    expect(said()).toBe(3);
    for (const count of [1, 2, 3]) await create(count);
    expect(said()).toBe(6);
  });
});
