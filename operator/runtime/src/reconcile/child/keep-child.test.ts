import { beforeEach, describe, expect, it } from 'vitest';

import { removeNulls } from '../../../../testing/src/in-memory-api-server/json.ts';
import { key, scriptCafe } from '../../../fixtures/home-cafe.ts';
import { manager, type ScriptedRun } from '../../../fixtures/scripted-run.ts';
import { Job } from '../../kinds/index.ts';
import { applyChild } from './apply-child.ts';
import { keepChild } from './keep-child.ts';
const path = '/apis/batch/v1/namespaces/default/jobs/home';
const apply = `PATCH ${path}?fieldManager=${manager}&force=true`;
const metadata = { name: 'home', labels: { app: 'cafe' } };

let scripted: ScriptedRun;

beforeEach(() => {
  scripted = scriptCafe();
});

const buildTemplate = (image: string) => ({
  spec: { restartPolicy: 'Never' as const, containers: [{ name: 'a', image }] },
});
const getMetadata = (object: object) => (object as Job).metadata;

/** Creates and caches the Job, like an earlier reconcile. */
async function createJob(image = 'a:1'): Promise<void> {
  await applyChild(scripted.run(), Job, { metadata, spec: { template: buildTemplate(image) } });
  showToCaches();
}

/** Changes the Job like another client, and passes the watch event to the cache. */
function edit(change: (object: object) => object): void {
  scripted.server.put(path, change(structuredClone(scripted.server.get(path) ?? {})));
  showToCaches();
}

function showToCaches(): void {
  scripted.watchShows(Job, key);
  scripted.takeRequests();
}

const getLastBody = () => scripted.server.transport.requests.at(-1)?.body;

describe('a child passed to `keep`', () => {
  it('causes no request if it is unchanged, even after a restart', async () => {
    await createJob();
    await keepChild(scripted.run(), Job, metadata);
    scripted.forget();
    await keepChild(scripted.run(), Job, metadata);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('causes no request if a field was applied as null', async () => {
    const spec = {
      template: { spec: { containers: [{ name: 'a', image: 'a:1', args: null }] } },
      activeDeadlineSeconds: null,
    };
    await applyChild(scripted.run(), Job, { metadata, spec });
    // The stored Job has no null.
    edit((live) => removeNulls(live) as object);
    scripted.forget();
    await keepChild(scripted.run(), Job, metadata);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('gets back a removed label by an apply of all our fields with their present values', async () => {
    await createJob('a:1');
    edit((live) => ({
      ...live,
      metadata: { ...getMetadata(live), labels: {} },
      spec: { template: buildTemplate('a:mirrored') },
    }));
    scripted.forget();
    edit((live) => {
      const [entry] = getMetadata(live).managedFields ?? [];
      const { 'f:labels': _labels, ...ofMetadata } = (entry?.fieldsV1 as { 'f:metadata': object })['f:metadata'] as {
        'f:labels': object;
      };
      const fieldsV1 = { ...(entry?.fieldsV1 as object), 'f:metadata': ofMetadata };
      return { ...live, metadata: { ...getMetadata(live), managedFields: [{ ...entry, fieldsV1 }] } };
    });
    const job = await keepChild(scripted.run(), Job, metadata);
    expect(scripted.takeRequests()).toEqual([apply]);
    expect(getLastBody()).toMatchObject({ spec: { template: buildTemplate('a:mirrored') } });
    expect(job.metadata.labels).toHaveProperty('app', 'cafe');
    await keepChild(scripted.run(), Job, metadata);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('that another manager created gets only labels and annotations', async () => {
    const { uid } = scripted.run().owner.metadata;
    const ownerReferences = [{ apiVersion: 'example.com/v1', kind: 'Cafe', name: 'home', uid, controller: true }];
    scripted.server.put(path, { metadata: { ...key, ownerReferences }, spec: { template: buildTemplate('theirs') } });
    const job = await keepChild(scripted.run(), Job, metadata);
    expect(scripted.takeRequests()).toEqual([`GET ${path}`, apply]);
    expect(Object.keys(getLastBody() as object).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(job.spec.template).toMatchObject(buildTemplate('theirs'));
    expect(job.metadata.labels).toHaveProperty('app.kubernetes.io/managed-by', 'kubewright');
    await keepChild(scripted.run(), Job, metadata);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('is rejected with NAME_CONFLICT, and not changed, if the object is not ours', async () => {
    scripted.server.put(path, { metadata: key, spec: { template: buildTemplate('theirs') } });
    await expect(keepChild(scripted.run(), Job, metadata)).rejects.toMatchObject({ code: 'NAME_CONFLICT' });
    expect(scripted.takeRequests()).toEqual([`GET ${path}`]);
  });

  it('is rejected as unowned only after a live read', async () => {
    await createJob();
    const mine = structuredClone(scripted.server.get(path) ?? {});
    edit((live) => ({ ...live, metadata: { ...getMetadata(live), ownerReferences: [] } }));
    scripted.server.put(path, mine);
    const job = await keepChild(scripted.run(), Job, metadata);
    expect(scripted.takeRequests()).toEqual([`GET ${path}`]);
    expect(job.metadata.ownerReferences).toHaveLength(1);
  });

  it('that is terminating stays unchanged', async () => {
    await createJob();
    edit((live) => ({
      ...live,
      metadata: { ...getMetadata(live), labels: {}, deletionTimestamp: '2026-01-01T00:00:00Z' },
    }));
    const job = await keepChild(scripted.run(), Job, metadata);
    expect(job.metadata.deletionTimestamp).toBeDefined();
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('is not created', async () => {
    await expect(keepChild(scripted.run(), Job, metadata)).rejects.toMatchObject({ code: 'API_NOT_FOUND' });
    expect(scripted.takeRequests()).toEqual([`GET ${path}`]);
  });
});
