import { beforeEach, describe, expect, it } from 'vitest';

import { buildRejection } from '../../../fixtures/api-server.ts';
import { Cafe, child, key, path as owner, scriptCafe } from '../../../fixtures/home-cafe.ts';
import { manager, type ScriptedRun } from '../../../fixtures/scripted-run.ts';
import type { Kind, KubeObject } from '../../base/index.ts';
import { WatchedCache } from '../../cache/watched-cache.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { type Desired, edits } from '../declare/index.ts';
import { type EditedObject, type ReconcileEnvironment, toDryRun } from '../write/index.ts';
import { editObject } from './edit-object.ts';
import { giveBackAll, giveBackUnapplied } from './give-back.ts';

const declared = { edits: { maps: edits(ConfigMap) } };
const list = 'GET /api/v1/configmaps?limit=500';
const get = `GET ${child}`;

let scripted: ScriptedRun;
/** The request that gives the ConfigMap back. */
let giveBack: string;

beforeEach(async () => {
  scripted = scriptCafe();
  giveBack = `PATCH ${child}?fieldManager=${manager}/${scripted.run().owner.metadata.uid}&force=true`;
  scripted.server.put(child, { metadata: key, data: { theirs: '1' } });
  scripted.watchShows(ConfigMap, key);
  await reconcile(ConfigMap, { metadata: { name: 'home' }, data: { ours: '2' } });
});

/** Edits an object as a reconcile does; then its watch shows it. */
async function reconcile<T extends KubeObject>(kind: Kind<T>, desired: Desired<T>): Promise<void> {
  const run = scripted.run();
  await editObject({ run, kind, key, desired }, {});
  scripted.watchShows(kind, key);
  await giveBackUnapplied(run, { edits: { objects: edits(kind) } });
  scripted.takeRequests();
}

const getData = (): unknown => scripted.server.get(child)?.['data'];

describe('the end of an owner gives back its edits', () => {
  it('without a list, if this process has reconciled the owner', async () => {
    await giveBackAll(scripted.run(), declared);
    expect(scripted.takeRequests()).toEqual([giveBack]);
    expect(getData()).toEqual({ theirs: '1' });
  });

  it('of an earlier process, which it finds on any page of the API server’s list', async () => {
    for (let index = 0; index < 500; index += 1)
      scripted.server.put(`/api/v1/namespaces/default/configmaps/a-${String(index)}`, { metadata: {} });
    const ofAnother = { namespace: 'default', name: 'another' };
    await scripted.client
      .resource(ConfigMap)
      .apply({ metadata: ofAnother, data: { a: '1' } }, { fieldManager: `${manager}/other`, force: true });
    scripted.forget();
    scripted.takeRequests();
    const run = scripted.run();
    await giveBackAll(run, declared);
    expect(scripted.takeRequests()).toEqual([
      list,
      expect.stringMatching(/^GET \/api\/v1\/configmaps\?limit=500&continue=./),
      giveBack,
    ]);
    expect(getData()).toEqual({ theirs: '1' });
    expect(scripted.server.transport.requests.slice(-3).every(({ signal }) => signal === run.signal)).toBe(true);
  });

  it('in the namespaces that the operator watches', async () => {
    const cache = new WatchedCache({
      ...{ kind: ConfigMap, clock: scripted.clock, logger: scripted.logger },
      scopes: [{ namespace: 'shop' }, { namespace: 'default' }],
      trim: (object: ConfigMap) => object,
    });
    const environment = { ...scripted.environment, getCache: () => cache } as unknown as ReconcileEnvironment;
    scripted.forget();
    await giveBackAll(scripted.run({ environment }), declared);
    expect(scripted.takeRequests()).toEqual([
      'GET /api/v1/namespaces/shop/configmaps?limit=500',
      'GET /api/v1/namespaces/default/configmaps?limit=500',
      giveBack,
    ]);
  });

  it('except in itself', async () => {
    await reconcile(Cafe, { metadata: { name: 'home', labels: { team: 'red' } } });
    const live = scripted.server.get(owner);
    scripted.server.put(owner, {
      ...live,
      metadata: { ...live?.metadata, deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['example.com/cafe'] },
    });
    scripted.watchShows(Cafe, key);
    await giveBackAll(scripted.run(), { edits: { cafes: edits(Cafe) } });
    expect(scripted.takeRequests()).toEqual([]);
  });
});

describe('an object that is given back', () => {
  it('is logged with the changed paths', async () => {
    const before = scripted.logger.records.length;
    await giveBackAll(scripted.run(), declared);
    expect(scripted.logger.records.slice(before)).toEqual([
      {
        ...{ level: 'info', message: 'gave back the fields of an object' },
        fields: { edited: 'ConfigMap', name: 'default/home', paths: ['data.ours'] },
      },
    ]);
  });

  it('causes a notification of other owners, but not in a dry run', async () => {
    const notified: EditedObject[] = [];
    const environment = {
      ...scripted.environment,
      notifyOfEdit: (_owner: unknown, _kind: unknown, edited: EditedObject) => void notified.push(edited),
    };
    await giveBackAll(scripted.run({ environment: toDryRun(environment) }), declared);
    expect(getData()).toEqual({ theirs: '1', ours: '2' });
    expect(notified).toEqual([]);
    await giveBackAll(scripted.run({ environment }), declared);
    expect(notified).toMatchObject([
      { before: { data: { theirs: '1', ours: '2' } }, after: { data: { theirs: '1' } } },
    ]);
  });

  const rejectWith = (status: number): void => {
    scripted.server.intercept = ({ method }) =>
      method === 'PATCH' ? buildRejection(status, 'not possible') : undefined;
  };

  it.each<[string, () => void]>([
    ['deleted', () => scripted.server.delete(child)],
    [
      'deleted with its namespace',
      () => {
        scripted.server.delete(child);
        rejectWith(404);
      },
    ],
    [
      'replaced by another with its name',
      () => {
        scripted.server.delete(child);
        scripted.server.put(child, { metadata: key, data: { ours: '2' } });
      },
    ],
  ])('may be %s meanwhile', async (_, change) => {
    change();
    const before = scripted.server.get(child);
    const run = scripted.run();
    await giveBackAll(run, declared);
    expect(scripted.takeRequests()).toEqual([giveBack, get]);
    expect(scripted.server.transport.requests.at(-1)?.signal).toBe(run.signal);
    expect(scripted.server.get(child)).toEqual(before);
  });

  it.each([
    [403, 'API_FORBIDDEN', [] as string[]],
    [404, 'API_NOT_FOUND', [get]],
    [409, 'API_CONFLICT', [get]],
  ])('and still exists after the answer %d leads to an error', async (status, code, more) => {
    rejectWith(status);
    await expect(giveBackAll(scripted.run(), declared)).rejects.toMatchObject({ code });
    expect(scripted.takeRequests()).toEqual([giveBack, ...more]);
  });
});
