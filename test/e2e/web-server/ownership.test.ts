import { describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import {
  apiVersionOf,
  type Kind,
  type KubeObject,
  type OwnerReference,
} from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { conditionOf, ready, type StoredWebServer, withCondition } from '../../support/web-server.ts';
import { ownEntry } from '../support/applied-fields.ts';
import { mark, requestsOf } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import {
  childrenOf,
  deploymentOf,
  fieldManager,
  createReady,
  onlyWebServer,
  serviceOf,
  simulatedServer,
} from './servers.ts';

const nameConflict = { type: 'Ready', status: 'False', reason: 'NameConflict' };

/** Objects that somebody else has created, each under the name that a child of the WebServer `taken` would have. */
const unownedObjects: readonly (readonly [Kind, (metadata: object) => object])[] = [
  [
    Deployment,
    (metadata) => ({
      metadata: { name: 'taken', ...metadata },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: 'other' } },
        template: { metadata: { labels: { app: 'other' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
      },
    }),
  ],
  [Service, (metadata) => ({ metadata: { name: 'taken-service', ...metadata }, spec: { ports: [{ port: 1 }] } })],
];

/** An object without what the controllers of Kubernetes write, which they may do at any time. */
function withoutTheirs(object: KubeObject): unknown {
  const { resourceVersion: _version, managedFields = [], annotations = {}, ...metadata } = object.metadata;
  const { 'deployment.kubernetes.io/revision': _revision, ...others } = annotations;
  const managers = managedFields.filter(({ manager }) => manager !== 'kube-controller-manager');
  return { ...object, status: 'of its controller', metadata: { ...metadata, annotations: others, managers } };
}

/** The owner reference that makes a WebServer the controller of an object. */
function referenceTo({ metadata }: Pick<StoredWebServer, 'metadata'>, uid = metadata.uid): OwnerReference {
  const { name } = metadata;
  return { apiVersion: apiVersionOf(WebServer), kind: WebServer.kind, name, uid, controller: true };
}

describe('a child', () => {
  const scope = useScope(onlyWebServer);

  async function unowned(kind: Kind, metadata: object = {}): Promise<KubeObject> {
    const unownedObject = unownedObjects.find(([each]) => each === kind)?.[1];
    const named = unownedObject?.({ namespace: scope().namespace, ...metadata }) as Manifest;
    return scope()
      .client.resource(kind)
      .create({ ...named, apiVersion: apiVersionOf(kind), kind: kind.kind });
  }

  async function remove(kind: Kind, { metadata }: KubeObject): Promise<void> {
    await scope().client.resource(kind).delete(metadata, { propagation: 'Background' });
    await until(
      'the object is deleted',
      async () => (await scope().client.resource(kind).tryGet(metadata))?.metadata.uid !== metadata.uid,
    );
  }

  async function apply(name: string): Promise<void> {
    await applyManifests(scope().client, [simulatedServer(scope().namespace, name, { replicas: 0 })]);
  }

  async function sameAs(other: KubeObject, kind: Kind): Promise<void> {
    expect(withoutTheirs(await scope().client.resource(kind).get(other.metadata))).toEqual(withoutTheirs(other));
  }

  /** Waits until a WebServer reports a name conflict, and checks that the operator leaves the other object alone. */
  async function conflictWith(name: string, other: KubeObject, kind: Kind): Promise<StoredWebServer> {
    const server = await withCondition(scope().client, keyIn(scope(), name), nameConflict);
    await settled(scope());
    await sameAs(other, kind);
    return server;
  }

  it.each(unownedObjects.map(([kind]) => kind))(
    'BUG-WS-7 is created only once an unowned $kind of its name is deleted',
    async (kind) => {
      const other = await unowned(kind);
      const since = await mark(scope());
      await apply('taken');
      const server = await conflictWith('taken', other, kind);
      await until('the operator has checked again', async () => {
        const liveReads = (await requestsOf(scope(), since)).filter(
          ({ verb, objectRef }) => verb === 'get' && objectRef?.name === other.metadata.name,
        );
        return liveReads.length > 1;
      });
      await sameAs(other, kind);
      expect(conditionOf(server, 'Ready')?.message).toContain(
        `${kind.kind} ${scope().namespace}/${other.metadata.name} already exists`,
      );
      expect(conditionOf(server, 'Stalled')?.status).toBe('True');
      expect(await warningsAbout(scope(), server)).toEqual(['NameConflict ×1']);

      await remove(kind, other);
      await ready(scope().client, keyIn(scope(), 'taken'));
      expect(await warningsAbout(scope(), server)).toEqual(['NameConflict ×1']);
      await remove(WebServer, server);
      await until('the children are deleted', async () => {
        const children = await Promise.all([deploymentOf(scope(), 'taken'), serviceOf(scope(), 'taken')]);
        return children.every((child) => child === undefined);
      });
    },
  );

  it('BUG-WS-7 is not an object that has only our labels, or an owner reference to an earlier WebServer of the same name', async () => {
    const labels = { 'app.kubernetes.io/managed-by': 'kubewright', app: 'webserver', webserver_cr: 'taken' };
    const deleted = { metadata: { ...(await createReady(scope(), 'gone', { replicas: 0 })).metadata, name: 'taken' } };
    // The garbage collector deletes the object, because its owner does not exist; the finalizer keeps it for now.
    const ownerReferences = [referenceTo(deleted, '00000000-0000-4000-8000-000000000000')];
    const { metadata } = await unowned(Deployment, { labels, ownerReferences, finalizers: ['example.com/kept'] });
    const other = await until('the garbage collector has deleted it', async () => {
      const now = await deploymentOf(scope(), 'taken');
      return now?.metadata.deletionTimestamp !== undefined && now;
    });
    await apply('taken');
    const conflict = await conflictWith('taken', other, Deployment);
    expect(conditionOf(conflict, 'Ready')?.message).toContain('is of the WebServer that had this name before');
    expect(other.metadata.uid).toBe(metadata.uid);

    await scope()
      .client.resource(Deployment)
      .jsonPatch(metadata, [{ op: 'remove', path: '/metadata/finalizers' }]);
    const server = await ready(scope().client, keyIn(scope(), 'taken'));
    const { deployment } = await childrenOf(scope(), 'taken');
    expect(deployment.metadata.uid).not.toBe(metadata.uid);
    expect(deployment.metadata.ownerReferences).toEqual([{ ...referenceTo(server), blockOwnerDeletion: true }]);
  });

  it.each<[string, Kind, string]>([
    ['Deployment', Deployment, 'blue'],
    ['Service', Service, 'blue-service'],
  ])(
    'becomes an unowned object when somebody removes its owner reference, and our child again when somebody adds it: %s',
    async (_kind, kind, name) => {
      const server = await createReady(scope(), 'blue', { replicas: 0 });
      const child = await scope()
        .client.resource(kind)
        .jsonPatch(keyIn(scope(), name), [{ op: 'remove', path: '/metadata/ownerReferences' }]);
      await conflictWith('blue', child, kind);

      const ownerReferences = [referenceTo(server)];
      await scope().client.resource(kind).mergePatch(child.metadata, { metadata: { ownerReferences } });
      await ready(scope().client, keyIn(scope(), 'blue'));
      const adopted = await scope().client.resource(kind).get(child.metadata);
      expect(adopted.metadata.uid).toBe(child.metadata.uid);
      expect(adopted.metadata.ownerReferences).toEqual(ownerReferences);
    },
  );

  it('is any object of its name to which somebody adds our owner reference, and is then updated', async () => {
    const other = await unowned(Service, { name: 'green-service' });
    await apply('green');
    const server = await conflictWith('green', other, Service);
    const ownerReferences = [referenceTo(server)];
    await scope().client.resource(Service).mergePatch(other.metadata, { metadata: { ownerReferences } });
    await ready(scope().client, keyIn(scope(), 'green'));
    const { service } = await childrenOf(scope(), 'green');
    expect(service.metadata.uid).toBe(other.metadata.uid);
    expect(service.spec).toMatchObject({ type: 'NodePort', ports: [{ port: 80, targetPort: 80 }] });
    ownEntry(service, fieldManager);
  });
});
