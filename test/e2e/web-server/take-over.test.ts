import { describe, expect, it } from 'vitest';

import { Deployment, Pod, ReplicaSet, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { toKey, type Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { awaitWebServerReady, awaitWebServerCondition } from '../../support/web-server.ts';
import { getOwnEntry } from '../support/applied-fields.ts';
import { untilWithoutResync } from '../support/until-without-resync.ts';
import { listRequests, listWrites } from '../support/requests.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { listEvents } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import { type LeftChildren, createLeftByUpstream, upstreamManager } from './upstream-sample.ts';
import { getChildren, fieldManager, onlyWebServer, simulatedImage, getWebServer } from './servers.ts';

const left = new Map<string, LeftChildren>();
const podsBefore = new Map<string, readonly string[]>();

function getLeft(name: string): LeftChildren {
  const found = left.get(name);
  if (found === undefined) throw new Error(`the upstream sample left no object of ${name}`);
  return found;
}

async function pods(
  { client, namespace }: Pick<Scope, 'client' | 'namespace'>,
  name: string,
): Promise<readonly string[]> {
  const { items } = await client.resource(Pod).list({ namespace, labelSelector: `webserver_cr=${name}` });
  return items.map(({ metadata }) => metadata.uid).sort();
}

/** Creates the objects as the upstream operator does, before this repository's operator is installed. */
async function setUp(scope: Pick<Scope, 'client' | 'namespace'>): Promise<void> {
  const { client, namespace } = scope;
  left.set(
    'adopted',
    await createLeftByUpstream(scope, 'adopted', { replicas: 2, nodePort: nodePorts.takeOver.first }),
  );
  left.set('edited', await createLeftByUpstream(scope, 'edited', { replicas: 1, nodePort: nodePorts.takeOver.second }));
  left.set('no-port', await createLeftByUpstream(scope, 'no-port', { replicas: 1 }));
  left.set('no-count', await createLeftByUpstream(scope, 'no-count'));
  left.set('unowned', await createLeftByUpstream(scope, 'unowned', { replicas: 1 }));
  await client
    .resource(Service)
    .mergePatch(
      { namespace, name: 'edited-service' },
      { spec: { sessionAffinity: 'ClientIP', externalTrafficPolicy: 'Local', selector: { webserver_cr: 'edited' } } },
    );
  await client
    .resource(Deployment)
    .jsonPatch({ namespace, name: 'unowned' }, [{ op: 'remove', path: '/metadata/ownerReferences' }]);
  for (const [name, { server }] of left) {
    const wanted = name === 'no-count' ? 0 : server.spec.replicas;
    await until(`the Pods of ${name} exist`, async () => (await pods(scope, name)).length === wanted);
    podsBefore.set(name, await pods(scope, name));
  }
}

describe('a WebServer of the upstream operator', () => {
  const scope = useScope({ ...onlyWebServer, before: setUp });

  async function listReplicaSets(name: string): Promise<readonly string[]> {
    const { client, namespace } = scope();
    const { items } = await client.resource(ReplicaSet).list({ namespace, labelSelector: `webserver_cr=${name}` });
    return items.map(({ metadata }) => metadata.name);
  }

  it('is taken over: its Deployment, its Service and every Pod stay, without a rollout', async () => {
    const name = 'adopted';
    await awaitWebServerReady(scope().client, toKey(scope(), name));
    await awaitSettled(scope());
    const { deployment, service } = await getChildren(scope(), name);
    const was = getLeft(name);
    expect(deployment.metadata.uid).toBe(was.deployment.metadata.uid);
    expect(deployment.spec).toEqual(was.deployment.spec);
    expect(service.metadata.uid).toBe(was.service?.metadata.uid);
    expect(await pods(scope(), name)).toEqual(podsBefore.get(name));
    expect(await listReplicaSets(name)).toHaveLength(1);
    expect(deployment.metadata.ownerReferences).toEqual(was.deployment.metadata.ownerReferences);
  });

  it('gets a status, and two writes per child, our labels and then our content, without an event', async () => {
    const writes = listWrites(await listRequests(scope())).filter((write) => write.includes('/adopted'));
    const status = 'patch webservers/adopted/status 200';
    const [deployment, service] = ['patch deployments/adopted 200', 'patch services/adopted-service 200'];
    expect(writes.filter((write) => write !== status)).toEqual([deployment, deployment, service, service]);
    expect(writes).toContain(status);
    expect(await listEvents(scope(), getLeft('adopted').server)).toEqual([]);
    const { deployment: now } = await getChildren(scope(), 'adopted');
    expect(now.metadata.labels).toEqual({
      app: 'webserver',
      webserver_cr: 'adopted',
      'app.kubernetes.io/name': 'webserver',
      'app.kubernetes.io/instance': 'adopted',
      'app.kubernetes.io/managed-by': 'kubewright',
    });
  });

  it('keeps its node port, though the spec has none', async () => {
    const { service } = await getChildren(scope(), 'adopted');
    expect(service.spec.ports?.[0]).toMatchObject({ nodePort: nodePorts.takeOver.first, targetPort: 80 });
    expect((await getWebServer(scope(), 'adopted')).status?.nodePort).toBe(nodePorts.takeOver.first);
    expect(service.spec.clusterIP).toBe(getLeft('adopted').service?.spec.clusterIP);
  });

  it('is ours: our fields are restored, and fields of the upstream operator alone keep its field manager', async () => {
    const { deployment, service } = await getChildren(scope(), 'adopted');
    for (const child of [deployment, service]) {
      getOwnEntry(child, fieldManager);
      const managers = child.metadata.managedFields?.map(({ manager }) => manager);
      expect(managers).toContain(upstreamManager);
    }
    const deployments = scope().client.resource(Deployment);
    await deployments.mergePatch(deployment.metadata, { spec: { replicas: 5 } }, { fieldManager: upstreamManager });
    await untilWithoutResync('the Deployment is restored', async () => {
      return (await deployments.get(deployment.metadata)).spec.replicas === 2;
    });
  });

  it('BUG-WS-5 has its Service updated in fields that the upstream operator ignored; other fields stay', async () => {
    await awaitWebServerReady(scope().client, toKey(scope(), 'edited'));
    const { service } = await getChildren(scope(), 'edited');
    expect(service.spec).toMatchObject({
      selector: { app: 'webserver', webserver_cr: 'edited' },
      sessionAffinity: 'ClientIP',
      externalTrafficPolicy: 'Local',
    });
    expect(service.metadata.uid).toBe(getLeft('edited').service?.metadata.uid);
  });

  it('BUG-WS-1 gets a Service at another node port if the upstream operator failed because its port was taken', async () => {
    const { status } = await awaitWebServerReady(scope().client, toKey(scope(), 'no-port'));
    const { service } = await getChildren(scope(), 'no-port');
    expect(status?.nodePort).toBe(service.spec.ports?.[0]?.nodePort);
    expect(await pods(scope(), 'no-port')).toEqual(podsBefore.get('no-port'));
  });

  it('BUG-WS-6 gets one Pod if the spec has no replicas: the upstream operator ran none', async () => {
    expect(getLeft('no-count').deployment.spec.replicas).toBe(0);
    const { spec, status } = await awaitWebServerReady(scope().client, toKey(scope(), 'no-count'));
    expect([spec.replicas, status?.readyReplicas]).toEqual([1, 1]);
    expect((await getChildren(scope(), 'no-count')).deployment.metadata.uid).toBe(
      getLeft('no-count').deployment.metadata.uid,
    );
  });

  it('BUG-WS-7 reports a NameConflict if its Deployment has no owner reference, until somebody adds it', async () => {
    const conflict = { type: 'Ready', status: 'False', reason: 'NameConflict' };
    const server = await awaitWebServerCondition(scope().client, toKey(scope(), 'unowned'), conflict);
    const { deployment } = getLeft('unowned');
    const deployments = scope().client.resource(Deployment);
    expect((await deployments.get(deployment.metadata)).metadata.labels ?? {}).toEqual({});
    const { ownerReferences = [] } = deployment.metadata;
    await deployments.mergePatch(deployment.metadata, { metadata: { ownerReferences } });
    // The operator does not watch unowned objects, so it notices the change only when it retries.
    await awaitWebServerReady(scope().client, server.metadata);
    expect(await pods(scope(), 'unowned')).toEqual(podsBefore.get('unowned'));
    expect((await deployments.get(deployment.metadata)).spec.template.spec?.containers[0]?.image).toBe(simulatedImage);
  });
});
