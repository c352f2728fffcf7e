import { randomUUID } from 'node:crypto';

import { afterEach, describe, expect, inject, it } from 'vitest';

import { createRecordingLogger } from '../../../../testing/src/recording-logger.ts';
import {
  type ClusterFixture,
  createClusterFixture,
  createGroupName,
  useCluster,
} from '../../../fixtures/cluster-fixture.ts';
import { defineApi, t } from '../../api/index.ts';
import type { Condition, KubeObject } from '../../base/index.ts';
import { ConfigMap, Event, Job, Namespace } from '../../kinds/index.ts';
import { awaitChange, requeueAfter } from '../declare/action.ts';
import { condition } from '../declare/condition.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';

const Store = defineApi({
  group: createGroupName('clean-up'),
  version: 'v1',
  kind: 'Store',
  spec: t.object({}),
  status: t.object({ conditions: t.conditions() }),
});
const patient = { timeout: 60_000, interval: 50 };
const cluster = useCluster(Store);
const finalizer = 'example.com/backup';
const background = { propagation: 'Background' } as const;
const ready = condition('Ready', true, { reason: 'Open', message: 'It is open.' });

type StoreLocation = Pick<ClusterFixture, 'client' | 'namespace'>;

const live = ({ client, namespace }: StoreLocation, name: string) => client.resource(Store).tryGet({ namespace, name });
const getReady = async (place: StoreLocation, name: string): Promise<Condition | undefined> => {
  const store = (await live(place, name)) as { status?: { conditions?: readonly Condition[] } } | undefined;
  return store?.status?.conditions?.find(({ type }) => type === 'Ready');
};
const mapIn = ({ client, namespace }: StoreLocation, name: string) =>
  client.resource(ConfigMap).tryGet({ namespace, name });

async function listWarnings({ client }: StoreLocation, { metadata: { uid } }: KubeObject): Promise<readonly string[]> {
  const { items } = await client.resource(Event).list({ fieldSelector: `regarding.uid=${uid},type=Warning` });
  return items.map(({ reason, note }) => `${String(reason)}: ${String(note)}`);
}

describe('a clean-up that creates a child', () => {
  it('gets the child, and the object is deleted once the child is done', async () => {
    const jobsSeen: Job[] = [];
    const store = defineController(Store, {
      owns: { jobs: owns(Job) },
      finalizer: {
        name: finalizer,
        async cleanUp({ metadata: { name } }, { jobs }) {
          const job = await jobs.apply({
            metadata: { name: `${name}-backup` },
            spec: {
              template: {
                spec: { restartPolicy: 'Never', containers: [{ name: 'backup', image: 'example.com/backup:1' }] },
              },
            },
          });
          jobsSeen.push(job);
          return (job.status?.succeeded ?? 0) > 0 ? undefined : requeueAfter(5000);
        },
      },
      async reconcile(_, { status }) {
        status.set({ conditions: [ready] });
        return awaitChange;
      },
    });
    const logger = createRecordingLogger();
    await using _run = await cluster().run(store, { logger });
    await cluster().create(Store, 'backed-up', { spec: {} });
    await expect.poll(() => getReady(cluster(), 'backed-up'), patient).toMatchObject({ status: 'True' });
    const key = { namespace: cluster().namespace, name: 'backed-up' };
    await cluster().client.resource(Store).delete(key, background);
    await expect.poll(() => live(cluster(), 'backed-up'), patient).toBeUndefined();
    expect(new Set(jobsSeen.map(({ metadata }) => metadata.uid)).size).toBe(1);
    expect(jobsSeen.at(-1)?.status?.succeeded).toBe(1);
    const job = { ...key, name: 'backed-up-backup' };
    await expect.poll(() => cluster().client.resource(Job).tryGet(job), patient).toBeUndefined();
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ level: 'info', message: 'cleaned up and removed the finalizer' }),
    );
  });
});

describe('the child of a clean-up', () => {
  let finish: boolean;
  const store = defineController(Store, {
    owns: { maps: owns(ConfigMap) },
    finalizer: {
      name: finalizer,
      async cleanUp({ metadata: { name } }, { maps }) {
        await maps.apply({ metadata: { name: `${name}-late` } });
        return finish ? undefined : requeueAfter(100);
      },
    },
    async reconcile({ metadata: { name } }, { maps }) {
      if (!name.startsWith('fore')) return awaitChange;
      await maps.apply({ metadata: { name: `${name}-early` } });
      return awaitChange;
    },
  });

  /** Waits until the garbage collector has deleted an orphan, so that it has processed all earlier ConfigMaps. */
  async function awaitGarbageCollector(): Promise<void> {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'never-existed', uid: randomUUID() };
    const metadata = { namespace: cluster().namespace, name: 'orphan', ownerReferences: [owner] };
    await cluster().create(ConfigMap, 'orphan', { metadata });
    await expect.poll(() => mapIn(cluster(), 'orphan'), patient).toBeUndefined();
  }

  it('stays until its owner is gone, even with foreground deletion', async () => {
    finish = false;
    await using run = await cluster().run(store);
    const maps = cluster().client.resource(ConfigMap);
    const key = { namespace: cluster().namespace, name: 'fore' };
    const early = { ...key, name: 'fore-early' };
    await cluster().create(Store, 'fore', { spec: {} });
    await expect.poll(() => mapIn(cluster(), 'fore-early'), patient).toBeDefined();
    await maps.mergePatch(early, { metadata: { finalizers: ['example.com/slow'] } });
    await cluster().client.resource(Store).delete(key, { propagation: 'Foreground' });
    await expect
      .poll(async () => (await mapIn(cluster(), 'fore-early'))?.metadata.deletionTimestamp, patient)
      .toBeDefined();
    await maps.mergePatch(early, { metadata: { finalizers: [] } });
    await expect.poll(() => mapIn(cluster(), 'fore-late'), patient).toBeDefined();
    const uid = (await mapIn(cluster(), 'fore-late'))?.metadata.uid;
    await awaitGarbageCollector();
    expect((await mapIn(cluster(), 'fore-late'))?.metadata).toMatchObject({ uid });
    expect((await mapIn(cluster(), 'fore-late'))?.metadata.deletionTimestamp).toBeUndefined();
    expect(run.writes.filter((write) => write.endsWith('/configmaps/fore-late'))).toHaveLength(1);
    finish = true;
    await expect.poll(() => live(cluster(), 'fore'), patient).toBeUndefined();
    await expect.poll(() => mapIn(cluster(), 'fore-late'), patient).toBeUndefined();
  });
});

describe('a clean-up in a terminating namespace', () => {
  let place: ClusterFixture | undefined;
  afterEach(async () => {
    await place?.[Symbol.asyncDispose]();
  });

  it('reports a rejected child by condition and event, retries, and ends without the child', async () => {
    place = await createClusterFixture(inject('kubeconfigPath'));
    const { client, namespace } = place;
    let isNeeded = true;
    let tries = 0;
    const store = defineController(Store, {
      owns: { maps: owns(ConfigMap) },
      finalizer: {
        name: finalizer,
        async cleanUp(_, { maps }) {
          tries += 1;
          if (isNeeded) await maps.apply({ metadata: { name: 'backup' } });
          return undefined;
        },
      },
      async reconcile(_, { status }) {
        status.set({ conditions: [ready] });
        return awaitChange;
      },
    });
    await using _run = await place.run(store);
    const stored = await place.create(Store, 'ending', { spec: {} });
    await expect.poll(() => getReady({ client, namespace }, 'ending'), patient).toMatchObject({ status: 'True' });
    await client.resource(Namespace).delete({ name: namespace }, background);
    const message = `ConfigMap ${namespace}/backup: configmaps "backup" is forbidden: unable to create new content in namespace ${namespace} because it is being terminated`;
    await expect
      .poll(() => getReady({ client, namespace }, 'ending'), patient)
      .toMatchObject({ status: 'False', reason: 'Forbidden', message });
    await expect.poll(() => listWarnings(cluster(), stored), patient).toEqual([`Forbidden: ${message}`]);
    const before = tries;
    await expect.poll(() => tries, patient).toBeGreaterThan(before + 1);
    isNeeded = false;
    await expect.poll(() => live({ client, namespace }, 'ending'), patient).toBeUndefined();
  });
});

describe('a clean-up whose child the API server rejects', () => {
  it('reports the child, and is retried', async () => {
    let tries = 0;
    const store = defineController(Store, {
      owns: { maps: owns(ConfigMap) },
      finalizer: {
        name: finalizer,
        async cleanUp(_, { maps }) {
          tries += 1;
          await maps.apply({ metadata: { name: 'refused' }, data: tries > 2 ? {} : { '/': 'no key' } });
        },
      },
      reconcile: () => Promise.resolve(awaitChange),
    });
    await using _run = await cluster().run(store);
    const stored = await cluster().create(Store, 'refused', { spec: {} });
    const key = { namespace: cluster().namespace, name: 'refused' };
    await expect.poll(async () => (await live(cluster(), 'refused'))?.metadata.finalizers, patient).toBeDefined();
    await cluster().client.resource(Store).delete(key, background);
    const message = new RegExp(`^Invalid: ConfigMap ${cluster().namespace}/refused: .*Invalid value: "/"`);
    await expect
      .poll(() => listWarnings(cluster(), stored), patient)
      .toEqual([expect.stringMatching(message) as string]);
    await expect.poll(() => live(cluster(), 'refused'), patient).toBeUndefined();
  });
});
