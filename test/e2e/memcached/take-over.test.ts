import { describe, expect, it } from 'vitest';

import { Memcached } from '../../../operator/src/kubewright.ts';
import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Pod, ReplicaSet, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { until } from '../../support/until.ts';
import { getOwnEntry } from '../support/applied-fields.ts';
import { listEvents } from '../support/events-about.ts';
import { fetchMetrics } from '../support/operator-process.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { testPatchesOfOthers, testDeletion } from '../support/stored-before-tests.ts';
import { useScope } from '../support/use-scope.ts';
import {
  getChildren,
  fieldManager,
  onlyMemcached,
  type Place,
  awaitMemcachedReady,
  awaitReadyWithNodes,
  getMemcached,
  awaitMemcachedCondition,
} from './caches.ts';
import { type LeftChildren, createLeftByA, createLeftByC, createLeftByNewerA } from './upstream-samples.ts';
import { kept, long, memcachedsBefore, rejectedNames } from './stored-before.ts';

const { namespace } = memcachedsBefore;
const invalid = { type: 'Ready', status: 'False', reason: 'Invalid' };

describe('a takeover from the upstream operators', () => {
  const left = new Map<string, LeftChildren>();
  const scope = useScope({ ...onlyMemcached, namespace, before: createOriginals });

  /** Creates the children that upstream operators left, and makes the changes of users while no operator runs. */
  async function createOriginals({ client }: Place): Promise<void> {
    const memcacheds = client.resource(Memcached);
    const owner = (name: string): Promise<KubeObject> => memcacheds.get({ namespace, name });
    for (const name of ['a1', 'a-port', 'a-edited']) left.set(name, await createLeftByA(client, await owner(name), 2));
    left.set('a2', await createLeftByNewerA(client, await owner('a2'), 2));
    left.set('b', await createLeftByA(client, await owner('b'), 3));
    for (const name of ['c', 'c-leaving', 'c-held']) left.set(name, await createLeftByC(client, await owner(name), 2));
    await until('the Pods of the upstream samples run', async () => {
      const { items } = await client.resource(Deployment).list({ namespace });
      return items.every(({ spec, status }) => status?.availableReplicas === spec.replicas);
    });
    await memcacheds.mergePatch({ namespace, name: 'a-port' }, { spec: { containerPort: 12000 } });
    await client.resource(Deployment).mergePatch({ namespace, name: 'a-edited' }, { spec: { replicas: 5 } });
    for (const name of ['c-leaving', 'c-held']) {
      await memcacheds.delete({ namespace, name }, { propagation: 'Background' });
    }
  }

  const getLeft = (name: string): LeftChildren => {
    const found = left.get(name);
    if (found === undefined) throw new Error(`the upstream sample left no object of ${name}`);
    return found;
  };

  /** The number of Pod templates that a Deployment has had, counted by its ReplicaSets. */
  async function countTemplates(name: string): Promise<number> {
    const { items } = await scope().client.resource(ReplicaSet).list({ namespace });
    return items.filter(({ metadata }) => metadata.ownerReferences?.[0]?.name === name).length;
  }

  const existing = async (name: string): Promise<readonly boolean[]> => {
    const key = { namespace, name };
    const found = [
      await scope().client.resource(Memcached).tryGet(key),
      await scope().client.resource(Deployment).tryGet(key),
    ];
    return found.map((object) => object !== undefined);
  };

  describe('by generations A and B', () => {
    it.each(['a1', 'a2', 'b'])('BUG-MC-5 the Deployment of %s is adopted, and rolled out once', async (name) => {
      const was = getLeft(name).deployment;
      await awaitReadyWithNodes(scope(), name, was.spec.replicas ?? 0);
      const { deployment } = await getChildren(scope(), name);
      expect(deployment.metadata.uid).toBe(was.metadata.uid);
      expect(deployment.metadata.ownerReferences).toEqual(was.metadata.ownerReferences);
      expect(deployment.spec.template.spec?.containers).toMatchObject([
        { name: 'memcached', image: 'memcached:1.6-alpine', ports: [{ containerPort: 11211, name: 'memcached' }] },
      ]);
      expect(deployment.spec.template.spec?.containers[0]?.command).toContain('-p');
      expect(deployment.spec.selector).toEqual(was.spec.selector);
      expect(await countTemplates(name)).toBe(2);
      getOwnEntry(deployment, fieldManager);
    });

    it('a1 gets the Service that the older controller of A does not create', async () => {
      const { service } = await getChildren(scope(), 'a1');
      expect(service.spec).toMatchObject({ type: 'ClusterIP', selector: { app: 'memcached', memcached_cr: 'a1' } });
    });

    it('the Service of a2 is adopted, keeps its address, and finds its port by name', async () => {
      await awaitMemcachedReady(scope(), 'a2');
      const { service } = await getChildren(scope(), 'a2');
      const was = getLeft('a2').service;
      expect(service.metadata.uid).toBe(was?.metadata.uid);
      expect(service.spec.clusterIP).toBe(was?.spec.clusterIP);
      expect(service.spec.ports).toEqual([
        { name: 'memcached', port: 11211, protocol: 'TCP', targetPort: 'memcached' },
      ]);
      getOwnEntry(service, fieldManager);
    });

    it('a containerPort that was set meanwhile replaces the old port, which has the same name', async () => {
      await awaitMemcachedReady(scope(), 'a-port');
      const { deployment } = await getChildren(scope(), 'a-port');
      expect(deployment.metadata.uid).toBe(getLeft('a-port').deployment.metadata.uid);
      expect(deployment.spec.template.spec?.containers[0]?.ports).toEqual([
        { name: 'memcached', containerPort: 12000, protocol: 'TCP' },
      ]);
    });

    it('replicas that changed while no operator ran are reset, and not counted as undesired', async () => {
      await awaitReadyWithNodes(scope(), 'a-edited', 2);
      const metrics = await fetchMetrics(await scope().operator.leader());
      expect(metrics).toContain('\nmemcached_deployment_size_undesired_count_total 0\n');
    });
  });

  describe('by generation C', () => {
    it('BUG-MC-3 the Deployment is created again, because its selector is immutable', async () => {
      await awaitMemcachedReady(scope(), 'c');
      const { deployment, service } = await getChildren(scope(), 'c');
      expect(deployment.metadata.uid).not.toBe(getLeft('c').deployment.metadata.uid);
      await awaitSettled(scope());
      const notes = (await listEvents(scope(), await getMemcached(scope(), 'c'))).map(({ note }) => note);
      expect(notes).toEqual([
        `Deleted Deployment ${namespace}/c: the selector of the Deployment is immutable, and from an older operator`,
        ...[`Created Deployment ${namespace}/c`, `Created Service ${namespace}/c`],
      ]);
      expect(deployment.spec.selector).toEqual({ matchLabels: { app: 'memcached', memcached_cr: 'c' } });
      expect(service.spec.selector).toEqual({ app: 'memcached', memcached_cr: 'c' });
      await awaitReadyWithNodes(scope(), 'c', 2);
      await until('the Pods of the upstream sample are deleted', async () => {
        const labelSelector = 'app.kubernetes.io/managed-by=MemcachedController';
        const { items } = await scope().client.resource(Pod).list({ namespace, labelSelector });
        return items.every(({ metadata }) => !/^c-[a-z0-9]+-[a-z0-9]+$/.test(metadata.name));
      });
    });

    it('BUG-MC-2 the finalizer is removed', async () => {
      expect((await awaitMemcachedReady(scope(), 'c')).metadata.finalizers ?? []).toEqual([]);
    });

    it('BUG-MC-14 the conditions are replaced by ours', async () => {
      const now = await awaitMemcachedReady(scope(), 'c');
      const types = now.status?.conditions?.map(({ type }) => type);
      expect(types?.toSorted()).toEqual(['Available', 'Degraded', 'Progressing', 'Ready']);
      expect(findCurrentCondition(now, 'Available')).toMatchObject({ status: 'True', reason: 'AllAvailable' });
      expect(findCurrentCondition(now, 'Degraded')).toMatchObject({ status: 'False', reason: 'AsExpected' });
    });

    it('BUG-MC-2 a terminating Memcached is deleted, with its Deployment', async () => {
      await until('the Memcached and its Deployment are deleted', async () =>
        (await existing('c-leaving')).every((exists) => !exists),
      );
    });

    it('BUG-MC-2 a terminating Memcached keeps a finalizer of others, and is deleted once they remove it', async () => {
      const name = 'c-held';
      const { metadata } = await until('the finalizer of generation C is removed', async () => {
        const now = await getMemcached(scope(), name);
        return now.metadata.finalizers?.join() === kept && now;
      });
      expect(metadata.deletionTimestamp).toBeDefined();
      await scope()
        .client.resource(Memcached)
        .mergePatch({ namespace, name }, { metadata: { finalizers: null } });
      await until('the Memcached and its Deployment are deleted', async () =>
        (await existing(name)).every((exists) => !exists),
      );
    });
  });

  describe('of a Memcached that our validation rules reject', () => {
    it.each([
      ['without a spec', 'bare', /spec is required: add it/],
      ['with a name of 64 characters', long, /must be no more than 63/],
      ['with a dot in its name', 'dotted.name', /must not contain dots|a DNS-1035 label must/],
      ['with port 0', 'portless', /ports\[0\]\.containerPort: Required value/],
    ])('BUG-MC-6 is Invalid and Stalled, and the message explains the correction: %s', async (_what, name, words) => {
      const now = await awaitMemcachedCondition(scope(), name, invalid);
      expect(findCurrentCondition(now, 'Ready')?.message).toMatch(words);
      expect(findCurrentCondition(now, 'Stalled')?.status).toBe('True');
    });

    const ofThese = { before: memcachedsBefore, client: () => scope().client, names: rejectedNames };
    testPatchesOfOthers(ofThese);
    testDeletion(ofThese);
  });

  it('every adopted Memcached is ours: a deleted Service is created again', async () => {
    for (const name of ['a1', 'a2', 'b', 'c']) {
      const { uid } = (await getChildren(scope(), name)).service.metadata;
      await scope().client.resource(Service).delete({ namespace, name }, { propagation: 'Background' });
      await until(
        'the Service is created again',
        async () => (await getChildren(scope(), name)).service.metadata.uid !== uid,
      );
    }
  });
});
