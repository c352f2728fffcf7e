import { beforeEach, describe, expect, it } from 'vitest';

import { buildRejection } from '../../../fixtures/api-server.ts';
import { Cafe, child, key, path as owner, scriptCafe } from '../../../fixtures/home-cafe.ts';
import { manager, type ScriptedRun } from '../../../fixtures/scripted-run.ts';
import type { KubeObject } from '../../base/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import type { Desired } from '../declare/index.ts';
import { type EditedObject, type Run, toDryRun } from '../write/index.ts';
import { editObject } from './edit-object.ts';

let scripted: ScriptedRun;
let editor: string;
const get = `GET ${child}`;
const patch = (force = false): string => `PATCH ${child}?fieldManager=${editor}&force=${String(force)}`;

beforeEach(() => {
  scripted = scriptCafe();
  editor = `${manager}/${scripted.run().owner.metadata.uid}`;
  scripted.server.put(child, { metadata: key, data: { theirs: '1' } });
  scripted.watchShows(ConfigMap, key);
});

type Fields = Partial<Pick<ConfigMap, 'data'>> & Partial<Pick<KubeObject['metadata'], 'labels' | 'annotations'>>;

interface EditMapOptions {
  readonly force?: boolean;
  readonly run?: Run;
}

/** Edits the ConfigMap; then its watch shows the result. */
async function edit({ data, ...metadata }: Fields, { run = scripted.run(), ...options }: EditMapOptions = {}) {
  const desired: Desired<ConfigMap> = { metadata: { name: 'home', ...metadata }, ...(data && { data }) };
  const edited = await editObject<ConfigMap>({ run, kind: ConfigMap, key, desired }, options);
  scripted.watchShows(ConfigMap, key);
  return edited;
}

const applyAs = (fieldManager: string, fields: object) =>
  scripted.client
    .resource(ConfigMap)
    .apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: key, ...fields }, { fieldManager, force: true });

describe('an edit', () => {
  it('adds fields to those of others, for a manager that belongs to the owner alone', async () => {
    const edited = await edit({ data: { ours: '2' }, labels: { team: 'red' }, annotations: { note: 'n' } });
    expect(scripted.takeRequests()).toEqual([patch()]);
    expect(edited).toMatchObject({
      metadata: { labels: { team: 'red' }, annotations: { note: 'n' } },
      data: { theirs: '1', ours: '2' },
    });
    expect(scripted.server.get(child)).toMatchObject({ data: { theirs: '1', ours: '2' } });
  });

  it('reads an object that the watch does not show yet', async () => {
    const run = scripted.run();
    scripted.server.delete(child);
    scripted.watchShows(ConfigMap, key);
    scripted.server.put(child, { metadata: key });
    const desired = { metadata: { name: 'home' }, data: { ours: '2' } };
    await editObject<ConfigMap>({ run, kind: ConfigMap, key, desired }, {});
    expect(scripted.takeRequests()).toEqual([get, patch()]);
    expect(scripted.server.transport.requests.at(0)?.signal).toBe(run.signal);

    scripted.forget();
    const cache = scripted.getCache(ConfigMap);
    cache.recordRemoval(key, cache.get(key)?.metadata.uid ?? '');
    const found = await editObject<ConfigMap>({ run: scripted.run(), kind: ConfigMap, key, desired }, {});
    expect(scripted.takeRequests()).toEqual([get]);
    expect(found.data).toEqual({ ours: '2' });
    expect(found.metadata).not.toHaveProperty('managedFields');
  });

  it('of the owner does not read it, even if the watch does not show it', async () => {
    const run = scripted.run();
    const cache = scripted.getCache(Cafe);
    cache.recordRemoval(key, run.owner.metadata.uid);
    const desired = { metadata: { name: 'home', labels: { team: 'red' } } };
    await editObject({ run, kind: Cafe, key, desired }, {});
    expect(scripted.takeRequests()).toEqual([`PATCH ${owner}?fieldManager=${editor}&force=false`]);
    expect(run.owner.metadata.labels).toEqual({ team: 'red' });
  });

  it('is logged with the changed paths, without those of the status', async () => {
    scripted.server.intercept = async ({ method }, next) => {
      if (method !== 'PATCH') return undefined;
      const answer = await next();
      return { ...answer, body: { ...(answer.body as object), status: { ready: true } } };
    };
    await edit({ data: { ours: '2' } });
    expect(scripted.logger.records).toEqual([
      {
        ...{ level: 'info', message: 'edited an object' },
        fields: { edited: 'ConfigMap', name: 'default/home', paths: ['data.ours'] },
      },
    ]);
  });

  it('is an error with the path of a value that is not JSON', async () => {
    const self: Record<string, unknown> = {};
    self['self'] = self;
    for (const [ours, problem] of [
      [1n, 'data.ours is a BigInt'],
      [self, 'edit ConfigMap default/home: data.ours.self contains itself'],
    ]) {
      await expect(edit({ data: { ours: ours as string } })).rejects.toMatchObject({
        code: 'DECLARATION_INVALID',
        message: expect.stringContaining(problem as string) as string,
      });
    }
  });
});

describe('an edit that is up to date', () => {
  it('sends nothing, also after a restart', async () => {
    const fields = { data: { ours: '2' }, labels: { team: 'red' }, annotations: { note: 'n' } };
    await edit(fields);
    scripted.takeRequests();
    await edit(fields);
    scripted.forget();
    const found = await edit(fields);
    expect(found.data).toEqual({ theirs: '1', ours: '2' });
    await edit(fields);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('sends nothing if the API server has stored its values in another form', async () => {
    scripted.server.intercept = async ({ method }, next) => {
      if (method !== 'PATCH') return undefined;
      const answer = await next();
      return { ...answer, body: scripted.server.put(child, { ...scripted.server.get(child), data: { ours: '2.0' } }) };
    };
    await edit({ data: { ours: '2' } });
    await edit({ data: { ours: '2' } });
    expect(scripted.takeRequests()).toEqual([patch()]);
  });

  it('sends nothing without fields, once earlier ones are given back', async () => {
    await edit({});
    expect(scripted.takeRequests()).toEqual([]);
    await edit({ data: { ours: '2' } });
    await edit({});
    await edit({});
    expect(scripted.takeRequests()).toEqual([patch(), patch()]);
    expect(scripted.server.get(child)).toMatchObject({ data: { theirs: '1' } });
  });
});

describe('an edit is sent', () => {
  const before: Fields = { data: { ours: '2' }, labels: { team: 'red' } };

  it.each<[string, Fields]>([
    ['has other values', { ...before, data: { ours: '3' } }],
    ['has one more field', { ...before, data: { ours: '2', more: '3' } }],
    ['has a first annotation', { ...before, annotations: { note: 'n' } }],
    ['has no data any more', { labels: { team: 'red' } }],
    ['has no labels any more', { data: { ours: '2' } }],
  ])('if it %s, also by the first reconcile of a process', async (_, after) => {
    await edit(before);
    scripted.takeRequests();
    scripted.forget();
    await edit(before);
    await edit(after);
    await edit(before);
    scripted.forget();
    await edit(after);
    expect(scripted.takeRequests()).toEqual([patch(), patch(), patch()]);
    expect(scripted.server.get(child)?.['data']).toEqual({ theirs: '1', ...after.data });
    expect(scripted.server.get(child)?.metadata.labels ?? {}).toEqual(after.labels ?? {});
  });

  it.each([
    ['a value', { data: { ours: '9' } }],
    ['the ownership of a value', { data: { ours: '2' }, metadata: { ...key, labels: { team: 'blue' } } }],
  ])('if another manager has taken %s', async (_, fields) => {
    await edit(before);
    await applyAs('other', fields);
    scripted.watchShows(ConfigMap, key);
    scripted.takeRequests();
    scripted.forget();
    await edit(before, { force: true });
    expect(scripted.takeRequests()).toEqual([patch(true)]);
    expect(scripted.server.get(child)).toMatchObject({ data: { ours: '2' }, metadata: { labels: { team: 'red' } } });
  });
});

describe('a conflict of an edit', () => {
  it('changes nothing, and names each field with its manager, unless the edit has force', async () => {
    await applyAs('admin', { data: { ours: 'admin' } });
    await expect(edit({ data: { ours: '2' } })).rejects.toMatchObject({
      ...{ code: 'EDIT_CONFLICT', object: key },
      message: expect.stringContaining('.data.ours belongs to admin') as string,
    });
    expect(scripted.server.get(child)).toMatchObject({ data: { ours: 'admin' } });
    await edit({ data: { ours: '2' } }, { force: true });
    expect(scripted.server.get(child)).toMatchObject({ data: { ours: '2' } });
  });

  const reject = (...causes: readonly { readonly reason: string; readonly field: string }[]) => {
    scripted.server.intercept = ({ method }) =>
      method === 'PATCH' ? buildRejection(409, 'conflict', { causes }) : undefined;
  };

  it('names only the fields that conflict, also if the API server does not name their manager', async () => {
    const conflicting = { reason: 'FieldManagerConflict', field: '.data.ours' };
    reject(conflicting, { reason: 'Other', field: '.data.more' });
    const failed = await edit({ data: { ours: '2' } }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'EDIT_CONFLICT' });
    expect(String(failed)).toContain('.data.ours');
    expect(String(failed)).not.toContain('.data.more');
  });

  it('that is not about fields is the error of the API server', async () => {
    reject({ reason: 'Other', field: '.metadata' });
    await expect(edit({ data: { ours: '2' } })).rejects.toMatchObject({ code: 'API_CONFLICT' });
    scripted.server.intercept = ({ method }) => (method === 'PATCH' ? buildRejection(403, 'forbidden') : undefined);
    await expect(edit({ data: { ours: '2' } })).rejects.toMatchObject({ code: 'API_FORBIDDEN' });
  });

  it('with a later object of the same name does not change that object', async () => {
    scripted.server.delete(child);
    scripted.server.put(child, { metadata: key });
    await expect(edit({ data: { ours: '2' } })).rejects.toMatchObject({ code: 'API_CONFLICT' });
    expect(scripted.server.get(child)).not.toHaveProperty('data');
  });
});

it('other owners are notified of an edit, but not of one in a dry run', async () => {
  const edits: EditedObject[] = [];
  const environment = {
    ...scripted.environment,
    notifyOfEdit: (_owner: unknown, _kind: unknown, edited: EditedObject) => void edits.push(edited),
  };
  await edit({ data: { ours: '2' } }, { run: scripted.run({ environment: toDryRun(environment) }) });
  expect(scripted.server.get(child)).not.toHaveProperty('data.ours');
  expect(edits).toEqual([]);
  await edit({ data: { ours: '2' } }, { run: scripted.run({ environment }) });
  expect(edits).toMatchObject([{ before: { data: { theirs: '1' } }, after: { data: { theirs: '1', ours: '2' } } }]);
});
