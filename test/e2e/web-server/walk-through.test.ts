import { beforeAll, describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { buildPath } from '../../../operator/runtime/src/client/index.ts';
import { Deployment, Pod, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { type Manifest, readManifests } from '../../support/manifests.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { applyReady, awaitWebServerReady } from '../../support/web-server.ts';
import { untilWithoutResync } from '../support/until-without-resync.ts';
import { createAutoscaler } from '../support/autoscale.ts';
import { fetchPage } from '../support/page.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import { getChildren, findDeployment, createReady, onlyWebServer, findService, getWebServer } from './servers.ts';

const name = 'webserver-sample';

/** The upstream sample. */
const original = {
  apiVersion: 'my.domain/v1',
  kind: 'WebServer',
  metadata: { name },
  spec: { image: 'nginx:1.23.1', replicas: 3 },
};

describe('the walk-through', () => {
  const scope = useScope(onlyWebServer);

  beforeAll(async () => {
    await createReady(scope(), 'scaled', { replicas: 1 });
    // Created early, because an autoscaler syncs only every 15 s.
    await createAutoscaler(scope(), WebServer, 'scaled');
  });

  const key = (): { namespace: string; name: string } => ({ namespace: scope().namespace, name });
  const inScope = (manifest: Manifest): Manifest => ({ ...manifest, metadata: { ...manifest.metadata, ...key() } });

  const selection = (): { namespace: string; labelSelector: string } => ({
    ...{ namespace: scope().namespace, labelSelector: `webserver_cr=${name}` },
  });

  async function listPods(): Promise<readonly Pod[]> {
    const { items } = await scope().client.resource(Pod).list(selection());
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  it('WS-A1 the upstream sample gets 3 Pods of its image and a Service with a node port', async () => {
    const server = await applyReady(scope().client, inScope(original));
    const { deployment, service } = await getChildren(scope(), name);
    const labels = { app: 'webserver', webserver_cr: name };
    expect(deployment.status).toMatchObject({ replicas: 3, readyReplicas: 3, availableReplicas: 3 });
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect((await listPods()).map(({ spec }) => spec.containers)).toMatchObject(
      Array.from({ length: 3 }, () => [{ name: 'webserver', image: 'nginx:1.23.1' }]),
    );
    expect(service.spec).toMatchObject({ type: 'NodePort', selector: labels, ports: [{ port: 80, targetPort: 80 }] });
    expect(server.status).toMatchObject({ replicas: 3, readyReplicas: 3, nodePort: service.spec.ports?.[0]?.nodePort });
    await fetchPage(scope(), server.status?.nodePort, 'Welcome to nginx');
  });

  it('WS-A1 the shipped sample answers at node port 30010 of a node', async () => {
    const sample = readManifests('embedded', 'samples').find(({ kind }) => kind === 'WebServer');
    const { status } = await applyReady(scope().client, inScope(sample!));
    expect(status?.nodePort).toBe(nodePorts.sample);
    await fetchPage(scope(), nodePorts.sample, 'Welcome to nginx');
  });

  it('WS-A2 replicas 4 instead of 3 in the spec leads to a 4th Pod', async () => {
    const before = (await listPods()).map(({ metadata }) => metadata.uid);
    await scope()
      .client.resource(WebServer)
      .mergePatch(key(), { spec: { replicas: 4 } });
    await awaitWebServerReady(scope().client, key());
    const after = (await listPods()).map(({ metadata }) => metadata.uid);
    expect(after).toHaveLength(4);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it('WS-A2 the /scale subresource scales a WebServer, and has the number and the selector of its Pods', async () => {
    const path = buildPath(WebServer, { ...key(), subresource: 'scale' });
    const { call } = scope().client.transport;
    const body = { spec: { replicas: 2 } };
    await call({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' });
    await awaitWebServerReady(scope().client, key());
    expect(await listPods()).toHaveLength(2);
    expect((await call({ method: 'GET', path })).body).toMatchObject({
      spec: { replicas: 2 },
      status: { replicas: 2, selector: `app=webserver,webserver_cr=${name}` },
    });
  });

  it('WS-A3 another image is rolled out to every Pod', async () => {
    const before = (await listPods()).map(({ metadata }) => metadata.uid);
    await scope()
      .client.resource(WebServer)
      .mergePatch(key(), { spec: { image: 'nginx:1.23.0' } });
    await awaitWebServerReady(scope().client, key());
    const after = await listPods();
    expect(after.map(({ spec }) => spec.containers[0]?.image)).toEqual(['nginx:1.23.0', 'nginx:1.23.0']);
    for (const { metadata } of after) expect(before).not.toContain(metadata.uid);
    await fetchPage(scope(), nodePorts.sample, 'nginx:1.23.0');
  });

  it('WS-A4 a deleted Service is created again at once, with its node port, and reachable', async () => {
    const { service } = await getChildren(scope(), name);
    await scope().client.resource(Service).delete(service.metadata, { propagation: 'Background' });
    const back = await untilWithoutResync('the Service is back', async () => {
      const now = await findService(scope(), name);
      return now?.metadata.uid !== service.metadata.uid && now;
    });
    expect(back.spec.ports?.[0]?.nodePort).toBe(nodePorts.sample);
    await fetchPage(scope(), nodePorts.sample, 'Welcome to nginx');
  });

  it('WS-A6 BUG-WS-2 a Deployment that somebody edits is restored at once', async () => {
    const { deployment } = await getChildren(scope(), name);
    await scope()
      .client.resource(Deployment)
      .jsonPatch(key(), [
        { op: 'replace', path: '/spec/replicas', value: 1 },
        { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'httpd:2.4' },
      ]);
    await untilWithoutResync('the Deployment is restored', async () => {
      const now = await findDeployment(scope(), name);
      const same = now?.spec.replicas === 2 && now.spec.template.spec?.containers[0]?.image === 'nginx:1.23.0';
      return same && (now.metadata.generation ?? 0) > (deployment.metadata.generation ?? 0) + 1;
    });
    await awaitWebServerReady(scope().client, key());
  });

  it('a HorizontalPodAutoscaler raises a WebServer to its minimum of replicas', async () => {
    await until(
      'the autoscaler has raised spec.replicas',
      async () => (await getWebServer(scope(), 'scaled')).spec.replicas === 2,
    );
    expect((await awaitWebServerReady(scope().client, toKey(scope(), 'scaled'))).status?.readyReplicas).toBe(2);
    expect((await findDeployment(scope(), 'scaled'))?.spec.replicas).toBe(2);
  });

  it('WS-A6 a WebServer is deleted with its children and their Pods', async () => {
    await scope().client.resource(WebServer).delete(key(), { propagation: 'Background' });
    await until('everything is deleted', async () => {
      const children = [await findDeployment(scope(), name), await findService(scope(), name)];
      const { items } = await scope().client.resource(Pod).list(selection());
      return children.every((child) => child === undefined) && items.length === 0;
    });
    expect(await scope().client.resource(WebServer).tryGet(toKey(scope(), name))).toBeUndefined();
  });
});
