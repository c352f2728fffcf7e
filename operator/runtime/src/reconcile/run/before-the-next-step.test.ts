import { beforeEach, describe, expect, it } from 'vitest';

import { Cafe, child, key, path, scriptCafe } from '../../../fixtures/home-cafe.ts';
import type { ScriptedRun } from '../../../fixtures/scripted-run.ts';
import type { KubeObject } from '../../base/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { type Action, awaitChange } from '../declare/action.ts';
import { condition } from '../declare/condition.ts';
import type { Events, StatusWriter } from '../declare/context.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';
import type { OwnsAndDeletes } from '../declare/handle-types.ts';
import { notReady } from '../status/rejection.ts';
import { type Outcome, reconcileObject } from './reconcile-object.ts';

interface Handles {
  readonly maps: OwnsAndDeletes<ConfigMap>;
  readonly status: StatusWriter<{ guests: number }>;
  readonly events: Events;
}

let scripted: ScriptedRun;

beforeEach(() => {
  scripted = scriptCafe();
});

function reconcile(body: (handles: Handles) => unknown): Promise<Outcome> {
  const controller = defineController(Cafe, {
    owns: { maps: owns(ConfigMap, { delete: true }) },
    async reconcile(_, handles): Promise<Action> {
      await body(handles);
      return awaitChange;
    },
  });
  return reconcileObject(controller, scripted.run());
}

function edit(metadata: object): void {
  const live = scripted.server.get(path);
  scripted.server.put(path, { ...live, metadata: { ...live?.metadata, ...metadata } });
}

const guests = (): unknown => (scripted.server.get(path)?.['status'] as { guests?: number } | undefined)?.guests;
const apply = (handles: Handles) => handles.maps.apply({ metadata: { name: 'home' } });

describe('a status that is written with save', () => {
  it('is stored before the next step', async () => {
    let seen: unknown;
    await reconcile(async ({ status }) => {
      await status.save({ guests: 1 });
      seen = guests();
    });
    expect(seen).toBe(1);
  });

  it('is not sent again if the reconcile then sets it unchanged', async () => {
    await reconcile(async ({ status }) => {
      await status.save({ guests: 1 });
      status.set({ guests: 1 });
    });
    expect(scripted.takeRequests()).toHaveLength(1);
  });

  it('can be followed by another save and by a child: the reconcile recognizes its own writes', async () => {
    const outcome = await reconcile(async (handles) => {
      await handles.status.save({ guests: 1 });
      await apply(handles);
      handles.status.set({ guests: 2 });
    });
    expect(outcome).toMatchObject({ result: 'done' });
    expect(guests()).toBe(2);
  });

  it('is not stored by a reconcile with an outdated object: the reconcile ends there and is repeated', async () => {
    let went = false;
    // The test itself answers with a conflict, because the in-memory server does not compare resource versions of an
    // apply.
    scripted.server.intercept = ({ path: at }) =>
      at.endsWith('/status') ? { status: 409, body: { kind: 'Status', code: 409, message: 'changed' } } : undefined;
    const outcome = await reconcile(async ({ status }) => {
      await status.save({ guests: 1 });
      went = true;
    });
    expect(outcome).toMatchObject({ result: 'failed', retry: true, error: { code: 'API_CONFLICT' } });
    expect(went).toBe(false);
  });
});

describe('getLive of a child', () => {
  it('finds an uncached child', async () => {
    scripted.server.put(child, scripted.run().owner);
    await reconcile((handles) => apply(handles).catch(() => undefined));
    scripted.server.delete(child);
    await reconcile(apply);
    let found: string | undefined;
    await reconcile(async ({ maps }) => {
      found = (await maps.getLive('home'))?.metadata.name;
    });
    expect(found).toBe('home');
  });

  it('does not find an unowned object of that name', async () => {
    scripted.server.put(child, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'home', namespace: 'default' },
    });
    let found: unknown = 'nothing yet';
    await reconcile(async ({ maps }) => {
      found = await maps.getLive('home');
    });
    expect(found).toBeUndefined();
  });

  it('of a missing child makes another live read before its creation unnecessary', async () => {
    await reconcile(async (handles) => {
      await handles.maps.getLive('home');
      await apply(handles);
    });
    expect(scripted.takeRequests().map((each) => each.split('?')[0])).toEqual([
      `GET ${child}`,
      `GET ${path}`,
      `PATCH ${child}`,
    ]);
  });
});

describe('an unowned object that becomes a child during a reconcile', () => {
  const isOurs = (): void => {
    const { ownerReferences } = childMetadata;
    scripted.server.put(child, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...key, ownerReferences } });
  };
  let childMetadata: Partial<KubeObject['metadata']> = {};

  beforeEach(async () => {
    await reconcile(apply);
    childMetadata = scripted.server.get(child)?.metadata ?? {};
    scripted.server.put(child, { apiVersion: 'v1', kind: 'ConfigMap', metadata: key });
    scripted.watchShows(ConfigMap, key);
    scripted.takeRequests();
  });

  it.each([
    ['getLive has not found it', ({ maps }: Handles) => maps.getLive('home')],
    ['delete has left it alone', ({ maps }: Handles) => maps.delete('home')],
  ])('is not changed after %s, but by the next reconcile', async (_, look) => {
    const outcome = await reconcile(async (handles) => {
      await look(handles);
      isOurs();
      await apply(handles);
    });
    expect(outcome).toMatchObject({ result: 'refused', rejection: { reason: 'NameConflict', retry: true } });
    expect(scripted.takeRequests().filter((each) => each.startsWith(`PATCH ${child}`))).toEqual([]);
    expect(await reconcile(apply)).toMatchObject({ result: 'done' });
    expect(scripted.server.get(child)?.metadata.labels).toEqual(childMetadata.labels);
  });
});

describe('a child that is deleted', () => {
  it('is reported as deleted, and can be recreated in the same reconcile', async () => {
    await reconcile(apply);
    const first = scripted.server.get(child)?.metadata.uid;
    let gone: boolean | undefined;
    await reconcile(async (handles) => {
      gone = await handles.maps.delete('home');
      await apply(handles);
    });
    expect(gone).toBe(true);
    expect(scripted.server.get(child)?.metadata.uid).not.toBe(first);
  });
});

describe('a new child', () => {
  it('is not created for an outdated owner, but by the next reconcile', async () => {
    edit({ annotations: { new: 'yes' } });
    const outcome = await reconcile(apply);
    expect(outcome).toMatchObject({ result: 'failed', retry: true, error: { code: 'STALE' } });
    expect(scripted.server.get(child)).toBeUndefined();
    expect(scripted.run().owner.metadata.annotations).toEqual({ new: 'yes' });
    expect(await reconcile(apply)).toMatchObject({ result: 'done' });
  });
});

describe('a reconcile that throws notReady', () => {
  const closed = notReady('StoreClosed', 'The store is closed.');

  it('reports the reason in Ready, next to its other conditions, and is retried', async () => {
    const outcome = await reconcile(({ status }) => {
      status.set({ guests: 4, conditions: [condition('Open', false, { reason: 'Late', message: 'It is late.' })] });
      throw closed;
    });
    expect(outcome).toMatchObject({ result: 'refused', rejection: { reason: 'StoreClosed', retry: true } });
    expect(scripted.server.get(path)?.['status']).toMatchObject({
      guests: 4,
      conditions: [
        { type: 'Open', status: 'False', reason: 'Late' },
        { type: 'Ready', status: 'False', reason: 'StoreClosed', message: 'The store is closed.' },
        { type: 'Reconciling', status: 'True' },
      ],
    });
  });

  it('emits one warning, not one per attempt', async () => {
    for (let tries = 0; tries < 3; tries += 1) {
      await reconcile(() => {
        throw closed;
      });
      scripted.watchShows(Cafe, key);
    }
    expect(scripted.events).toEqual(['StoreClosed: The store is closed.']);
  });

  it('waits for a change if a retry cannot help', async () => {
    const outcome = await reconcile(() => {
      throw notReady('JobFailed', 'The Job failed.', { retry: false });
    });
    expect(outcome).toMatchObject({ result: 'refused', rejection: { retry: false } });
  });

  it('keeps the cause', () => {
    const cause = new Error('no route');
    expect(notReady('StoreClosed', 'The store is closed.', { cause })).toMatchObject({
      code: 'NOT_READY',
      message: 'failed to reconcile: StoreClosed: The store is closed.',
      cause,
    });
  });
});
