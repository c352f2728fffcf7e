import { describe, expect, it } from 'vitest';

import { unchecked } from '../../../operator/runtime/src/client/index.ts';
import { Memcached } from '../../../operator/src/kubewright.ts';
import { apiVersionOf, type Kind, type KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Pod, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { applyManifests } from '../../support/manifests.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { atRest, versionsOf } from '../support/at-rest.ts';
import { kstatus } from '../../support/kstatus.ts';
import { createObstacle, obstaclesTo } from '../support/obstacles.ts';
import { mark, requestsOf, writesIn } from '../support/requests.ts';
import { besidesWitnesses, settled } from '../support/settled.ts';
import { differentWarningsAbout, eventsAbout, warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { watched } from '../support/watched.ts';
import {
  change,
  childrenOf,
  deploymentOf,
  createReady,
  memcached,
  onlyMemcached,
  type Place,
  ready,
  readyWithNodes,
  serviceOf,
  stored,
  withCondition,
} from './caches.ts';
import { finalizerOfC, leftByC } from './originals.ts';

const conflict = { type: 'Ready', status: 'False', reason: 'NameConflict' };
const labels = { app: 'other' };

/** Kinds and specs of unowned objects that have the names of a Memcached's children. */
const unowned: readonly (readonly [Kind, object])[] = [
  [
    Deployment,
    {
      replicas: 5,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'example.com/a:1' }] } },
    },
  ],
  [Service, { ports: [{ port: 1 }] }],
];

/** Creates a Memcached with what generation C of the original leaves. */
async function before({ client, namespace }: Place): Promise<void> {
  const metadata = { namespace, name: 'older', finalizers: [finalizerOfC] };
  const owner = await client
    .resource(unchecked(Memcached))
    .create({ ...memcached(namespace, 'older', { size: 1 }), metadata });
  await leftByC(client, owner, 1);
}

describe('a Memcached and its children', () => {
  const scope = useScope({ ...onlyMemcached, before });

  const remove = (kind: Kind, name: string, propagation: 'Background' | 'Foreground' | 'Orphan' = 'Background') =>
    scope().client.resource(kind).delete(keyIn(scope(), name), { propagation });

  async function memcachedDeleted(name: string): Promise<void> {
    const memcacheds = scope().client.resource(Memcached);
    await until(`${name} is deleted`, async () => (await memcacheds.tryGet(keyIn(scope(), name))) === undefined);
  }

  async function childrenDeleted(name: string): Promise<void> {
    await until(`the children of ${name} are deleted`, async () => {
      const children = await Promise.all([deploymentOf(scope(), name), serviceOf(scope(), name)]);
      return children.every((child) => child === undefined);
    });
  }

  /** What the operator writes about a Memcached while `action` runs and until it has nothing left to do. */
  async function writtenWhile(name: string, action: () => Promise<unknown>): Promise<readonly string[]> {
    await settled(scope());
    const since = await mark(scope());
    await action();
    await settled(scope());
    const writes = writesIn(await requestsOf(scope(), since));
    return besidesWitnesses(writes).filter((write) => write.includes(`/${name}`));
  }

  describe('whose name is taken', () => {
    it.each(unowned)(
      'BUG-MC-9 leaves an unowned $kind alone, reports it once, and becomes Ready when it is deleted',
      async (kind, spec) => {
        const name = `taken-${kind.plural}`;
        const metadata = { namespace: scope().namespace, name };
        const body = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata, ...{ spec } };
        const other = await scope().client.resource(kind).create(body);
        await applyManifests(scope().client, [memcached(scope().namespace, name, { size: 1 })]);
        const object = await withCondition(scope(), name, conflict);
        expect(conditionOf(object, 'Ready')?.message).toContain(
          `${kind.kind} ${scope().namespace}/${name} already exists`,
        );
        expect(conditionOf(object, 'Stalled')?.status).toBe('True');
        expect(kstatus(object)).toBe('Failed');
        await settled(scope());
        const now = (await scope().client.resource(kind).get(metadata)) as KubeObject & { readonly spec: object };
        expect(now.spec).toMatchObject(spec);
        expect([now.metadata.uid, now.metadata.labels]).toEqual([other.metadata.uid, undefined]);
        expect(await warningsAbout(scope(), object)).toEqual(['NameConflict ×1']);

        await remove(kind, name);
        // The operator does not watch unowned objects: nothing notifies it when one is deleted.
        const { status } = await ready(scope(), name);
        expect(status?.readyReplicas).toBe(1);
        await remove(Memcached, name);
        await childrenDeleted(name);
      },
    );

    it.each([Deployment, Service])('does not own a $kind without the owner reference', async (kind) => {
      const name = `orphaned-${kind.plural}`;
      await createReady(scope(), name, { size: 0 });
      const resource = scope().client.resource<KubeObject>(kind);
      const { ownerReferences } = (await resource.get(keyIn(scope(), name))).metadata;
      const written = await writtenWhile(name, async () => {
        await resource.jsonPatch(keyIn(scope(), name), [{ op: 'remove', path: '/metadata/ownerReferences' }]);
        await withCondition(scope(), name, conflict);
      });
      expect(written.filter((write) => write.includes(` ${kind.plural}/`))).toEqual([]);
      await resource.mergePatch(keyIn(scope(), name), { metadata: { ownerReferences } });
      await ready(scope(), name);
    });
  });

  it('BUG-MC-2 BUG-MC-3 lose the finalizer and the selector that an older operator left', async () => {
    const { metadata } = await readyWithNodes(scope(), 'older', 1);
    expect(metadata.finalizers ?? []).toEqual([]);
    const { deployment } = await childrenOf(scope(), 'older');
    expect(deployment.spec.selector).toEqual({ matchLabels: { app: 'memcached', memcached_cr: 'older' } });
    await settled(scope());
    const notes = (await eventsAbout(scope(), await stored(scope(), 'older'))).map(({ note }) => note);
    const { namespace } = scope();
    expect(notes).toEqual([
      `Deleted Deployment ${namespace}/older: its selector, which is immutable, is that of an older operator`,
      ...[`Created Deployment ${namespace}/older`, `Created Service ${namespace}/older`],
    ]);
  });

  describe('that is deleted', () => {
    it('BUG-MC-2 has no finalizer of ours, and is deleted in the background with its children', async () => {
      const { metadata } = await createReady(scope(), 'background', { size: 1 });
      expect(metadata.finalizers ?? []).toEqual([]);
      const written = await writtenWhile('background', async () => {
        await remove(Memcached, 'background');
        await childrenDeleted('background');
      });
      expect(written.filter((write) => write.endsWith('201'))).toEqual([]);
    });

    it('in the foreground is deleted after its children, none of which is created again', async () => {
      const name = 'foreground';
      await createReady(scope(), name, { size: 1 });
      await using deployments = await watched(scope(), Deployment);
      await using services = await watched(scope(), Service);
      await remove(Memcached, name, 'Foreground');
      await memcachedDeleted(name);
      expect(await deploymentOf(scope(), name)).toBeUndefined();
      expect(await serviceOf(scope(), name)).toBeUndefined();
      await settled(scope());
      const again = [...deployments.changes, ...services.changes].filter(
        ({ type, object }) => type === 'ADDED' && object.metadata.name === name,
      );
      expect(again).toEqual([]);
    });

    it('BUG-MC-2 gets no children and no finalizer while a finalizer of others holds it', async () => {
      const name = 'kept';
      await createReady(scope(), name, { size: 0 });
      await change(scope(), name, { metadata: { finalizers: ['example.com/kept'] } });
      await remove(Memcached, name);
      const written = await writtenWhile(name, async () => {
        await remove(Service, name);
        await scope()
          .client.resource(Deployment)
          .mergePatch(keyIn(scope(), name), { spec: { replicas: 1 } });
      });
      expect(written).toEqual([]);
      expect((await stored(scope(), name)).metadata.finalizers).toEqual(['example.com/kept']);
      await change(scope(), name, { metadata: { finalizers: null } });
      await childrenDeleted(name);
    });

    it('leaves its children as they are with --cascade=orphan, and a new Memcached of its name does not adopt them', async () => {
      const name = 'orphan';
      await createReady(scope(), name, { size: 1 });
      const before = await childrenOf(scope(), name);
      await remove(Memcached, name, 'Orphan');
      await until('the children have no owner', async () => {
        const { deployment, service } = await childrenOf(scope(), name);
        return [deployment, service].every(({ metadata }) => (metadata.ownerReferences ?? []).length === 0);
      });
      // The children lose their owner a moment before it is deleted: until then, an apply updates the old Memcached.
      await memcachedDeleted(name);
      await applyManifests(scope().client, [memcached(scope().namespace, name, { size: 3 })]);
      await withCondition(scope(), name, conflict);
      const { deployment } = await childrenOf(scope(), name);
      expect(deployment.spec).toEqual(before.deployment.spec);
    });
  });

  describe('whose children the cluster refuses', () => {
    const [obstacle] = obstaclesTo({
      kind: Deployment,
      body: { spec: unowned[0]?.[1] ?? {} },
    });

    it('is reported once as Forbidden with the message of the cluster, and becomes Ready by itself: a ResourceQuota', async () => {
      const name = 'hindered';
      {
        await using _created = await createObstacle(scope(), obstacle!);
        await applyManifests(scope().client, [memcached(scope().namespace, name, { size: 1 })]);
        const hindered = await withCondition(scope(), name, { ...conflict, reason: 'Forbidden' });
        expect(conditionOf(hindered, 'Ready')?.message).toMatch(obstacle!.words);
        expect(conditionOf(hindered, 'Stalled')).toBeUndefined();
      }
      const healed = await ready(scope(), name);
      await settled(scope());
      expect(await differentWarningsAbout(scope(), healed)).toEqual(['Forbidden ×1']);
    });
  });

  describe('that has lost Pods, or gets none', () => {
    const degraded = { type: 'Degraded', status: 'True' };

    it('BUG-MC-14 is Degraded from the loss of available Pods until they are replaced', async () => {
      const name = 'lossy';
      const { client, namespace } = scope();
      await createReady(scope(), name, { size: 2 });
      const before = await readyWithNodes(scope(), name, 2);
      expect(conditionOf(before, 'Degraded')?.status).toBe('False');
      const [victim = ''] = before.status?.nodes ?? [];
      // A Pod that can no longer run; it is replaced only once it is deleted.
      await client.resource(Pod).mergePatch({ namespace, name: victim }, notReady, { subresource: 'status' });
      const lost = await withCondition(scope(), name, { ...degraded, reason: 'PodsLost' });
      expect(conditionOf(lost, 'Available')?.status).toBe('False');
      expect(conditionOf(lost, 'Degraded')?.message).toMatch(
        /^Deployment \S+ has lost availability: 1 of 2 available\.$/,
      );
      await client.resource(Pod).delete({ namespace, name: victim }, { propagation: 'Background' });
      await withCondition(scope(), name, { type: 'Degraded', status: 'False' });
      await ready(scope(), name);
    });

    it('BUG-MC-14 is Degraded with the message of the cluster while its Pods cannot be created', async () => {
      const name = 'no-pods';
      const [quota] = obstaclesTo({ kind: Pod, body: { spec: { containers: [{ name: 'a', image: 'a' }] } } });
      {
        await using _created = await createObstacle(scope(), quota!);
        await applyManifests(scope().client, [memcached(scope().namespace, name, { size: 1 })]);
        const object = await withCondition(scope(), name, { ...degraded, reason: 'FailedCreate' });
        expect(conditionOf(object, 'Degraded')?.message).toContain('exceeded quota: none');
        expect(conditionOf(object, 'Ready')?.status).toBe('False');
        await change(scope(), name, { spec: { size: 0 } });
        await withCondition(scope(), name, { type: 'Degraded', status: 'False' });
      }
      await change(scope(), name, { spec: { size: 1 } });
      await ready(scope(), name);
    });
  });

  it('cause no writes when the operator restarts and reconciles every Memcached again', async () => {
    await settled(scope());
    const { client, operator } = scope();
    const kinds: readonly Kind[] = [Memcached, Deployment, Service];
    await remove(Memcached, 'orphan', 'Orphan');
    await memcachedDeleted('orphan');
    await settled(scope());
    const before = besidesWitnesses(await atRest(scope(), kinds));
    const leader = await operator.leader();
    const since = await mark(scope());
    await client.resource(Pod).delete(leader.metadata, { propagation: 'Background' });
    await until('another Pod leads', async () => (await operator.leader()).metadata.uid !== leader.metadata.uid);
    await settled(scope());
    const writes = writesIn(await requestsOf(scope(), since));
    expect(besidesWitnesses(writes)).toEqual([]);
    const now = await versionsOf(scope(), kinds);
    expect(before.filter((version) => !now.includes(version))).toEqual([]);
  });
});

const notReady = {
  status: { conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2030-01-01T00:00:00Z' }] },
};
