import { beforeEach, describe, expect, it } from 'vitest';

import { buildRejection } from '../../../fixtures/api-server.ts';
import { child, key, path as owner, scriptCafe } from '../../../fixtures/home-cafe.ts';
import { manager, type ScriptedRun } from '../../../fixtures/scripted-run.ts';
import type { KubeObject } from '../../base/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import type { Desired } from '../declare/handle-types.ts';
import { hashAnnotation } from '../write/ownership.ts';
import { applyChild } from './apply-child.ts';
const getChild = `GET ${child}`;
const getOwner = `GET ${owner}`;
const apply = (force: boolean): string => `PATCH ${child}?fieldManager=${manager}&force=${String(force)}`;
const buildDesired = (data: Record<string, string> = { a: '1' }): Desired<ConfigMap> => ({
  metadata: { name: 'home' },
  data,
});

let scripted: ScriptedRun;

beforeEach(() => {
  scripted = scriptCafe();
});

/** Creates and caches the child, as an earlier reconcile would. */
async function settled(data?: Record<string, string>): Promise<void> {
  await applyChild(scripted.run(), ConfigMap, buildDesired(data));
  scripted.watchShows(ConfigMap, key);
  scripted.takeRequests();
  scripted.events.length = 0;
}

/** Changes the child like another client, and passes the watch event to the cache. */
function edit(change: (object: Record<string, unknown>) => object): void {
  scripted.server.put(child, change(scripted.server.get(child) as unknown as Record<string, unknown>));
  scripted.watchShows(ConfigMap, key);
}

const getMetadata = (object: Record<string, unknown>) => object['metadata'] as Record<string, unknown>;

describe('a child that does not exist', () => {
  it('is created by one request without force, after a live read of its owner', async () => {
    const made = await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([getOwner, apply(false)]);
    const [request] = scripted.server.transport.requests.slice(-1);
    expect((request?.body as KubeObject).metadata.resourceVersion).toBe('1');
    expect(made.data).toEqual({ a: '1' });
    expect(scripted.events).toEqual(['created ConfigMap home']);
  });

  it.each([2 ** 53 + 2, NaN, 1e300])('is not sent with %s, which may have been rounded', async (size) => {
    const wrong = { ...buildDesired(), sizes: [1, size] } as Desired<ConfigMap>;
    await expect(applyChild(scripted.run(), ConfigMap, wrong)).rejects.toMatchObject({
      code: 'SPEC_INVALID',
      message: expect.stringContaining(`apply ConfigMap default/home: sizes[1] is `) as string,
    });
    expect(scripted.takeRequests()).toEqual([getOwner]);
  });

  it('has an owner reference, a managed-by label, and the desired fields', async () => {
    const { uid } = scripted.server.get(owner)?.metadata ?? {};
    const asked: Desired<ConfigMap> = {
      metadata: { name: 'home', labels: { app: 'x', 'app.kubernetes.io/name': 'theirs' }, annotations: { note: 'n' } },
      data: { a: '1' },
    };
    const { metadata } = await applyChild(scripted.run(), ConfigMap, asked);
    expect(metadata.namespace).toBe('default');
    expect(metadata.labels).toEqual({
      app: 'x',
      'app.kubernetes.io/name': 'cafe',
      'app.kubernetes.io/instance': 'home',
      'app.kubernetes.io/managed-by': 'kubewright',
    });
    expect(metadata.annotations).toEqual({
      note: 'n',
      [hashAnnotation]: expect.stringMatching(/^[\w-]{22}$/) as string,
    });
    expect(metadata.ownerReferences).toEqual([
      { apiVersion: 'example.com/v1', kind: 'Cafe', name: 'home', uid, controller: true, blockOwnerDeletion: true },
    ]);
  });

  it('reads the owner once per reconcile, even for many children', async () => {
    const run = scripted.run();
    await applyChild(run, ConfigMap, buildDesired());
    await applyChild(run, ConfigMap, { metadata: { name: 'second' } });
    expect(scripted.takeRequests().filter((each) => each === getOwner)).toHaveLength(1);
    await applyChild(scripted.run(), ConfigMap, { metadata: { name: 'third' } });
    expect(scripted.takeRequests().filter((each) => each === getOwner)).toHaveLength(1);
  });

  it('can be read at once, before its watch event', async () => {
    const made = await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.environment.getCache(ConfigMap).get(key)).toBe(made);
    expect(made.metadata.managedFields).toBeUndefined();
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([getOwner, apply(false)]);
  });

  it('is an API error if the server returns 409 although the name is free', async () => {
    scripted.server.intercept = ({ method }) =>
      method === 'PATCH' ? buildRejection(409, 'quota has changed') : undefined;
    const run = scripted.run();
    await expect(applyChild(run, ConfigMap, buildDesired())).rejects.toMatchObject({ code: 'API_CONFLICT' });
    // Each call ends with the reconcile.
    expect(scripted.server.transport.requests.map(({ signal }) => signal)).toEqual(Array(3).fill(run.signal));
    expect(scripted.takeRequests()).toEqual([getOwner, apply(false), getChild]);
  });

  it('emits no event if another client created it first', async () => {
    const run = scripted.run();
    const { uid } = run.owner.metadata;
    scripted.server.intercept = ({ method }) => {
      if (method !== 'PATCH' || scripted.server.get(child) !== undefined) return undefined;
      const ownerReferences = [{ apiVersion: 'example.com/v1', kind: 'Cafe', name: 'home', uid, controller: true }];
      scripted.server.put(child, { metadata: { ...key, ownerReferences } });
      return undefined;
    };
    await expect(applyChild(run, ConfigMap, buildDesired())).rejects.toMatchObject({ code: 'STALE' });
    expect(scripted.events).toEqual([]);
  });
});

describe('an owner that is deleted', () => {
  it.each<[string, () => void]>([
    ['deleted', () => scripted.server.delete(owner)],
    [
      'being deleted',
      () =>
        scripted.server.put(owner, { metadata: { ...scripted.server.get(owner)?.metadata, deletionTimestamp: 'now' } }),
    ],
    ['made again', () => scripted.server.put(owner, { metadata: { ...key, uid: 'another' } })],
  ])('gets no new child when it is %s, even if the cache differs', async (_, change) => {
    const run = scripted.run();
    change();
    await expect(applyChild(run, ConfigMap, buildDesired())).rejects.toMatchObject({
      code: 'OWNER_DELETED',
      object: key,
    });
    expect(scripted.takeRequests()).toEqual([getOwner]);
  });
});

describe('a child that is up to date', () => {
  it('causes no request, even after a restart', async () => {
    await settled();
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    scripted.forget();
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('causes no request when other managers add fields or write its status', async () => {
    await settled();
    edit((live) => ({ ...live, data: { a: '1', theirs: '2' }, status: { ready: true } }));
    const { data } = await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([]);
    expect(data).toHaveProperty('theirs');
  });

  it('is found by a live read if its label is missing, and then gets it before the next reconcile', async () => {
    await settled();
    scripted.server.delete(child);
    scripted.watchShows(ConfigMap, key);
    await settled();
    edit((live) => ({ ...live, metadata: { ...getMetadata(live), labels: {}, managedFields: [] } }));
    const cache = scripted.getCache(ConfigMap);
    cache.recordRemoval(key, cache.get(key)?.metadata.uid ?? '');
    const applied = applyChild(scripted.run(), ConfigMap, buildDesired());
    await expect(applied).rejects.toMatchObject({ code: 'STALE', retry: true });
    expect(scripted.takeRequests()).toEqual([getOwner, apply(false), getChild, apply(true)]);
    expect(scripted.server.get(child)?.metadata.labels).toHaveProperty('app.kubernetes.io/managed-by');
  });
});

describe('drift', () => {
  /** Changes `managedFields` as if another manager had written all of our fields below `path`. */
  function take(...path: readonly string[]): void {
    edit((live) => {
      const copy = structuredClone(live);
      const [entry] = getMetadata(copy)['managedFields'] as { fieldsV1: Record<string, unknown> }[];
      const last = path.at(-1) ?? '';
      const node = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, entry?.fieldsV1 ?? {});
      Reflect.deleteProperty(node, last);
      return { ...copy, data: { a: 'theirs' } };
    });
  }

  it('of our field is reverted, with force and the uid of this child', async () => {
    await settled({ a: '1', b: '2' });
    take('f:data', 'f:a');
    const { data } = await applyChild(scripted.run(), ConfigMap, buildDesired({ a: '1', b: '2' }));
    expect(scripted.takeRequests()).toEqual([apply(true)]);
    expect(data).toEqual({ a: '1', b: '2' });
    const [request] = scripted.server.transport.requests.slice(-1);
    const live = scripted.server.get(child);
    expect((request?.body as KubeObject).metadata.uid).toBe(live?.metadata.uid);
  });

  it.each([
    ['a label', ['f:metadata', 'f:labels', 'f:app.kubernetes.io/managed-by']],
    ['all labels', ['f:metadata', 'f:labels']],
    ['all labels and annotations', ['f:metadata']],
    ['all data', ['f:data']],
  ])('of %s is detected, also by the first reconcile of a process', async (_, path) => {
    await settled();
    take(...path);
    scripted.forget();
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([apply(true)]);
  });

  it('of the owner reference is ignored: changing it needs a permission that we do not request', async () => {
    await settled();
    take('f:metadata', 'f:ownerReferences');
    scripted.forget();
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('is logged with its fields and its cause, like a change of the desired state', async () => {
    await settled();
    take('f:data');
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    await applyChild(scripted.run(), ConfigMap, buildDesired({ a: '2', b: '2' }));
    const line = { child: 'ConfigMap', name: 'default/home' };
    expect(scripted.logger.records.filter(({ message }) => message === 'updated a child')).toMatchObject([
      { level: 'info', fields: { ...line, because: 'another client has changed it', paths: ['data.a'] } },
      {
        level: 'info',
        fields: { ...line, because: 'the desired state has changed', paths: ['data.a', 'data.b'] },
      },
    ]);
  });

  it('is reverted once: if admission changes the field again, it stays', async () => {
    await settled();
    take('f:data');
    scripted.server.intercept = (request) => {
      if (request.method !== 'PATCH') return undefined;
      const live = scripted.server.get(child);
      const object = scripted.server.put(child, { ...live, data: { a: 'rewritten' } });
      return { status: 200, body: structuredClone(object) };
    };
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([apply(true)]);
  });
});

describe('a changed desired state', () => {
  it('is applied, and removes fields that are no longer desired', async () => {
    await settled({ a: '1', b: '2' });
    const { data } = await applyChild(scripted.run(), ConfigMap, buildDesired({ a: '2' }));
    expect(scripted.takeRequests()).toEqual([apply(true)]);
    expect(data).toEqual({ a: '2' });
  });

  it('is applied if only annotations changed', async () => {
    await settled();
    await applyChild(scripted.run(), ConfigMap, {
      ...buildDesired(),
      metadata: { name: 'home', annotations: { b: 'c' } },
    });
    expect(scripted.takeRequests()).toEqual([apply(true)]);
  });

  it('repeats the owner reference unchanged', async () => {
    await settled();
    edit((live) => {
      const [reference] = getMetadata(live)['ownerReferences'] as object[];
      return {
        ...live,
        metadata: { ...getMetadata(live), ownerReferences: [{ ...reference, blockOwnerDeletion: false }] },
      };
    });
    const { metadata } = await applyChild(scripted.run(), ConfigMap, buildDesired({ a: '2' }));
    expect(metadata.ownerReferences?.[0]?.blockOwnerDeletion).toBe(false);
  });
});

describe('an unowned object with the name of a child', () => {
  it('is never changed, and the error names its own controller', async () => {
    scripted.server.put(child, { metadata: key, data: { a: 'theirs' } });
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired())).rejects.toMatchObject({
      code: 'NAME_CONFLICT',
      object: key,
      message:
        'failed to apply ConfigMap default/home: ConfigMap default/home already exists and does not belong to this ' +
        'resource (no owner controls it); delete it, or rename the resource',
    });
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Shop', name: 'corner', uid: 'u', controller: true }];
    scripted.server.put(child, { metadata: { ...key, ownerReferences } });
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired())).rejects.toThrow('(Shop corner controls it)');
    expect(scripted.server.get(child)?.['data']).toBeUndefined();
  });

  it('is read before every write while the conflict lasts', async () => {
    scripted.server.put(child, { metadata: key });
    const conflict = { code: 'NAME_CONFLICT' };
    const run = scripted.run();
    await expect(applyChild(run, ConfigMap, buildDesired())).rejects.toMatchObject(conflict);
    run.memory.forgetObsolete(run.taken, scripted.getCache);
    expect(scripted.takeRequests()).toEqual([getOwner, apply(false), getChild]);
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired())).rejects.toMatchObject(conflict);
    expect(scripted.takeRequests()).toEqual([getOwner, getChild]);
    scripted.server.delete(child);
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([getOwner, getChild, apply(false)]);
  });

  it('can be a child that lost its owner reference, until the reference is restored', async () => {
    await settled();
    const references = scripted.server.get(child)?.metadata.ownerReferences;
    edit((live) => ({ ...live, metadata: { ...getMetadata(live), ownerReferences: [] } }));
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired())).rejects.toMatchObject({
      code: 'NAME_CONFLICT',
    });
    edit((live) => ({ ...live, metadata: { ...getMetadata(live), ownerReferences: references } }));
    scripted.takeRequests();
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('can be a child of an earlier owner with the same name: the garbage collector deletes it', async () => {
    const ofFormer = { apiVersion: 'example.com/v1beta1', kind: 'Cafe', name: 'home', uid: 'former', controller: true };
    scripted.server.put(child, { metadata: { ...key, ownerReferences: [ofFormer] } });
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired())).rejects.toThrow(
      'ConfigMap default/home already exists and belongs to a deleted Cafe of the same name; the garbage collector ' +
        'removes it',
    );
    const ofAnother = { ...ofFormer, apiVersion: 'example.org/v1' };
    scripted.server.put(child, { metadata: { ...key, ownerReferences: [ofAnother] } });
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired())).rejects.toThrow('(Cafe home controls it)');
  });

  it('is reported only after a live read: the cache may still hold a deleted object', async () => {
    await settled();
    edit((live) => ({ ...live, metadata: { ...getMetadata(live), ownerReferences: [] } }));
    scripted.server.delete(child);
    const { metadata } = await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([getOwner, apply(false)]);
    expect(metadata.ownerReferences).toHaveLength(1);
    expect(scripted.environment.getCache(ConfigMap).get(key)?.metadata.uid).toBe(metadata.uid);
  });
});

describe('a child that is being deleted', () => {
  it('is never updated', async () => {
    await settled();
    edit((live) => ({ ...live, metadata: { ...getMetadata(live), deletionTimestamp: '2026-01-01T00:00:00Z' } }));
    const { metadata } = await applyChild(scripted.run(), ConfigMap, buildDesired({ a: '2' }));
    expect(metadata.deletionTimestamp).toBeDefined();
    expect(scripted.takeRequests()).toEqual([]);
  });
});

describe('a deleted or replaced child that is still cached', () => {
  it('is not created again by an update, because the update has a uid', async () => {
    await settled();
    scripted.server.delete(child);
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired({ a: '2' }))).rejects.toMatchObject({
      code: 'API_CONFLICT',
      retry: true,
    });
    expect(scripted.server.get(child)).toBeUndefined();
  });

  it('is not updated by name: the API server returns a conflict', async () => {
    await settled();
    scripted.server.put(child, { metadata: { ...key, uid: 'another' } });
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired({ a: '2' }))).rejects.toMatchObject({
      code: 'API_CONFLICT',
      retry: true,
    });
    expect(scripted.server.get(child)?.['data']).toBeUndefined();
  });
});

describe('a process that does not lead', () => {
  it('reads without writing', async () => {
    scripted.leading = false;
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired())).rejects.toMatchObject({ code: 'NOT_LEADER' });
    expect(scripted.takeRequests()).toEqual([getOwner]);
    scripted.leading = true;
    await settled();
    scripted.leading = false;
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired({ a: '2' }))).rejects.toMatchObject({
      code: 'NOT_LEADER',
    });
    expect(scripted.takeRequests()).toEqual([]);
  });
});

describe('a rejection', () => {
  it('without a port conflict is reported unchanged', async () => {
    await settled();
    scripted.server.intercept = ({ method }) =>
      method === 'PATCH' ? buildRejection(422, 'data: Invalid value') : undefined;
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired({ a: '2' }))).rejects.toMatchObject({
      code: 'API_INVALID',
      serverMessage: 'data: Invalid value',
    });
    expect(scripted.takeRequests()).toEqual([apply(true), getChild]);
  });

  it('that cannot concern ports causes no further request', async () => {
    await settled();
    scripted.server.intercept = ({ method }) =>
      method === 'PATCH' ? buildRejection(403, 'exceeded quota') : undefined;
    await expect(applyChild(scripted.run(), ConfigMap, buildDesired({ a: '2' }))).rejects.toMatchObject({
      code: 'API_FORBIDDEN',
    });
    expect(scripted.takeRequests()).toEqual([apply(true)]);
  });
});

describe('a child that names its owner in another API version', () => {
  const referTo = (apiVersion: string): void => {
    edit((object) => {
      const metadata = getMetadata(object);
      const [reference] = metadata['ownerReferences'] as object[];
      return { ...object, metadata: { ...metadata, ownerReferences: [{ ...reference, apiVersion }] } };
    });
  };
  const references = (): unknown =>
    scripted.server.get(child)?.metadata.ownerReferences?.map(({ apiVersion }) => apiVersion);

  it('names it in the controller’s version after one write with no other change', async () => {
    await settled();
    scripted.forget();
    referTo('example.com/v1beta1');
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([apply(true)]);
    expect(references()).toEqual(['example.com/v1']);
    scripted.watchShows(ConfigMap, key);
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('keeps its reference if the change is forbidden, without another request', async () => {
    await settled();
    scripted.forget();
    referTo('example.com/v1beta1');
    scripted.server.intercept = ({ body }) =>
      JSON.stringify(body ?? '').includes('"example.com/v1"') ? buildRejection(403, 'forbidden') : undefined;
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(references()).toEqual(['example.com/v1beta1']);
    expect(scripted.takeRequests()).toEqual([apply(true), apply(true)]);
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    expect(scripted.takeRequests()).toEqual([]);
    scripted.forget();
    await applyChild(scripted.run(), ConfigMap, buildDesired());
    const warnings = scripted.logger.records.filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([
      {
        message: 'cannot update the version in an owner reference',
        fields: { child: 'ConfigMap default/home' },
      },
    ]);
  });
});
