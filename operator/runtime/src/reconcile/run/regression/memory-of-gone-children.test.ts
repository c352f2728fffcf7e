import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';

import { type ScriptedRun, scriptRun } from '../../../../fixtures/scripted-run.ts';
import { defineApi, t } from '../../../api/index.ts';
import { ConfigMap, Secret } from '../../../kinds/index.ts';
import { awaitChange } from '../../declare/action.ts';
import { defineController } from '../../declare/define-controller.ts';
import { owns } from '../../declare/dependencies.ts';
import type { Owns, OwnsAndDeletes } from '../../declare/handle-types.ts';
import { notReady } from '../../status/refusal.ts';
import { inDryRun, type Run } from '../../write/environment.ts';
import type { ChildMemory } from '../../write/run-memory.ts';
import { type Outcome, reconcileObject } from '../reconcile-object.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });

interface Handles {
  readonly maps: OwnsAndDeletes<ConfigMap>;
  readonly secrets: Owns<Secret>;
}

let scripted: ScriptedRun;
let set: MockInstance<ChildMemory['set']>;

beforeEach(() => {
  scripted = scriptRun({ ownerKind: Cafe, owner: { spec: {} }, ownerKey: { namespace: 'default', name: 'home' } });
  set = vi.spyOn(scripted.run().memory.children, 'set');
});

/** One run of the same owner in the same process. */
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

/** Of the children that were ever written down, those that still are. */
const remembered = () => {
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

/** Somebody else deletes a ConfigMap, and the watch tells of it. */
function end(name: string): void {
  scripted.server.delete(`/api/v1/namespaces/default/configmaps/${name}`);
  scripted.watchShows(ConfigMap, { namespace: 'default', name });
}

// One signature per name of a child was once kept for as long as the owner lived.
describe('what is remembered of a child', () => {
  // id: reconcile-remembers-deleted-children
  it('is forgotten once it is deleted', async () => {
    for (const count of [1, 2, 3, 4]) await reconcile(version(count));
    expect(remembered()).toEqual(['ConfigMap version-4']);
  });

  it('is forgotten once others have deleted it, also by a run that is refused', async () => {
    await reconcile(({ maps }) => maps.apply({ metadata: { name: 'menu' } }));
    expect(remembered()).toHaveLength(1);
    end('menu');
    await reconcile(() => Promise.reject(notReady('Closed', 'It is closed.')));
    expect(remembered()).toEqual([]);
  });

  // id: reconcile-forgets-what-is-there
  it('is not forgotten as long as it is there, whether a run has asked for it or not', async () => {
    await reconcile(async ({ maps, secrets }) => {
      await maps.apply({ metadata: { name: 'menu' } });
      await secrets.apply({ metadata: { name: 'menu' } });
    });
    const before = remembered();
    await reconcile(() => Promise.resolve());
    expect(remembered()).toEqual(before);
    expect(before).toEqual(['ConfigMap menu', 'Secret menu']);
  });
});

describe('what was said in a dry run', () => {
  const dry = (body: (handles: Handles) => Promise<unknown>) =>
    reconcile(body, { environment: inDryRun(scripted.environment) });
  const said = () => scripted.logger.lines.filter(({ message }) => message === 'would create a child').length;

  beforeEach(() => {
    scripted.server.intercept = ({ method, body }) =>
      method === 'PATCH' ? { status: 201, body: structuredClone(body) } : undefined;
  });

  it('is not said again as long as it would be done', async () => {
    for (const _ of [1, 2, 3]) await dry(({ maps }) => maps.apply({ metadata: { name: 'menu' } }));
    expect(said()).toBe(1);
  });

  it('is forgotten once it would not be done any more', async () => {
    const create = (count: number) => dry(({ maps }) => maps.apply({ metadata: { name: `version-${String(count)}` } }));
    for (const count of [1, 2, 3, 3]) await create(count);
    expect(said()).toBe(3);
    for (const count of [1, 2, 3]) await create(count);
    expect(said()).toBe(6);
  });
});
