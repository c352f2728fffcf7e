import { beforeAll, describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Namespace, Pod, ReplicaSet, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { awaitReady } from '../../support/conditions.ts';
import { applyManifests, readManifests } from '../../support/manifests.ts';
import { type Scope, createScopeIn } from '../../support/scope.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { untilWithoutResync } from '../support/until-without-resync.ts';
import { awaitRest } from '../support/at-rest.ts';
import { listRequests, listWrites } from '../support/requests.ts';
import { excludeWitnesses, awaitSettled, witness } from '../support/await-settled.ts';
import { type CapturedObject, readCaptured, restore } from './restore.ts';

const namespace = 'shop';
const names = ['plain', 'with-port', 'scaled', 'rolled-out', 'none'] as const;
type Name = (typeof names)[number];

/** Removes times, versions and uids, which differ between clusters. */
function removeTimes(object: CapturedObject): unknown {
  const { creationTimestamp: _created, resourceVersion: _version, ...metadata } = object.metadata;
  const text = JSON.stringify({ ...object, metadata });
  return JSON.parse(text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'some uid'));
}

/**
 * A text for each object, by kind and name, that changes if the object is created again, restarted, or gets another
 * spec.
 */
type Lives = Readonly<Record<string, string>>;

function countRestarts(object: KubeObject & Pick<Partial<Pod>, 'status'>): number {
  return (object.status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
}

/** @param own a cluster whose controller manager may be stopped for a while */
export function testFirstVersion(own: () => TestCluster): void {
  describe('a WebServer of the first version', () => {
    let scope: Scope;
    let restored: ReadonlyMap<string, readonly CapturedObject[]>;
    let before: Lives;

    beforeAll(async () => {
      const { client, cluster } = own();
      await cluster.controlPlane.stop('kube-controller-manager');
      await applyManifests(client, readManifests('embedded', 'crds'));
      await until('the API server serves the kinds', () => client.resource(WebServer).list());
      await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
      const each = names.map(
        async (name) => [name, await restore(client, readCaptured('first-version', name))] as const,
      );
      restored = new Map(await Promise.all(each));
      await cluster.controlPlane.restart('kube-controller-manager');
      for (const name of names) await until(`the Pods of ${name} serve their page`, () => isServing(name));
      // Waits until nothing changes, because the operator also writes when the status of a child changes.
      await awaitRest({ client, namespace }, [Deployment, ReplicaSet]);
      before = await listLives(WebServer, Deployment, Service, ReplicaSet, Pod);
      scope = await createScopeIn(own(), namespace, { controllers: ['web-server'] });
      await awaitSettled(scope);
    });

    /**
     * Whether the Pods of a Deployment are ready. Its own status is not used, because that was restored from the
     * fixture.
     */
    async function isServing(name: Name): Promise<boolean> {
      const { spec } = await own().client.resource(Deployment).get({ namespace, name });
      const { items } = await own()
        .client.resource(Pod)
        .list({ namespace, labelSelector: `webserver_cr=${name}` });
      const ready = items.filter(({ status }) =>
        status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True'),
      );
      return items.length === spec.replicas && ready.length === spec.replicas;
    }

    async function listLives(...kinds: readonly Kind[]): Promise<Lives> {
      const lists = await Promise.all(kinds.map((kind) => own().client.resource(kind).list({ namespace })));
      const objects = lists.flatMap(({ items }) => items).filter(({ metadata }) => !metadata.name.startsWith(witness));
      return Object.fromEntries(
        objects.map((object) => {
          const { name, uid, generation } = object.metadata;
          // Not for a Deployment, whose generation also grows with its annotations: the operator writes one.
          const specVersion = object.kind === Deployment.kind ? '' : ` generation ${String(generation)}`;
          const life = `${uid}${specVersion} restarts ${String(countRestarts(object))}`;
          return [`${object.kind} ${name}`, life];
        }),
      );
    }

    it.each(names)('is restored as it was captured: %s', (name) => {
      const now = restored.get(name) ?? [];
      const fixture = readCaptured('first-version', name);
      expect(now.map(removeTimes)).toEqual(fixture.map(removeTimes));
    });

    it('is taken over with one write to its Deployment, which now keeps more fields unset, and none to its Service', async () => {
      const writes = excludeWitnesses(listWrites(await listRequests(scope)));
      const ofChildren = writes.filter((write) => !write.startsWith('patch webservers/'));
      expect(ofChildren.toSorted()).toEqual(names.map((name) => `patch deployments/${name} 200`).toSorted());
    });

    it('is neither created again, nor rolled out, nor restarted, and its Deployment has the same spec', async () => {
      expect(await listLives(WebServer, Deployment, Service, ReplicaSet, Pod)).toEqual(before);
      const left = names
        .flatMap((name) => readCaptured('first-version', name))
        .filter(({ kind }) => kind === 'ReplicaSet');
      const { items } = await own().client.resource(ReplicaSet).list({ namespace });
      for (const name of names) {
        const { spec } = await own().client.resource(Deployment).get({ namespace, name });
        const fixture = readCaptured('first-version', name).find(({ kind }) => kind === 'Deployment');
        expect(spec).toEqual((fixture as Deployment | undefined)?.spec);
      }
      const hashes = (sets: readonly KubeObject[]): unknown[] =>
        sets.map(({ metadata }) => `${metadata.name} ${metadata.labels?.['pod-template-hash'] ?? ''}`).sort();
      expect(hashes(items.filter(({ metadata }) => !metadata.name.startsWith(witness)))).toEqual(hashes(left));
    });

    it.each(names)('is Ready: %s', async (name) => {
      await awaitReady(own().client.resource(WebServer), { namespace, name });
    });

    it('is ours: an edited child is restored, and a deleted WebServer is deleted with its children', async () => {
      const deployments = own().client.resource(Deployment);
      await deployments.mergePatch({ namespace, name: 'scaled' }, { spec: { replicas: 1 } });
      await untilWithoutResync('the edited Deployment is restored', async () => {
        return (await deployments.get({ namespace, name: 'scaled' })).spec.replicas === 3;
      });
      await own().client.resource(WebServer).delete({ namespace, name: 'rolled-out' }, { propagation: 'Background' });
      await until('the children of rolled-out are deleted', async () => {
        return Object.keys(await listLives(Deployment, Service, ReplicaSet, Pod)).every(
          (id) => !id.includes(' rolled-out'),
        );
      });
    });
  });
}
