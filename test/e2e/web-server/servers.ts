import { WebServer } from '../../../operator/src/kubewright.ts';
import { buildDeployment, buildService } from '../../../operator/src/controllers/web-server/desired.ts';
import { Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import type { Manifest } from '../../support/manifests.ts';
import { toKey, type Scope } from '../../support/scope.ts';
import { applyReady, type StoredWebServer, buildWebServer } from '../../support/web-server.ts';
import type { OwnedChild } from '../children/owned-child.ts';
import { formatFieldManager } from '../support/applied-fields.ts';

/** An image whose Pods are simulated, for tests that fetch no page from them. */
export const simulatedImage = 'example.com/web:1';

/** Options of a scope whose operator serves only WebServers. */
export const onlyWebServer = { controllers: ['web-server'] } as const;

export const fieldManager = formatFieldManager('web-server');

export function buildSimulatedServer(namespace: string, name: string, spec: Record<string, unknown> = {}): Manifest {
  return buildWebServer(namespace, name, { image: simulatedImage, ...spec });
}

export function createReady(scope: Scope, name: string, spec: Record<string, unknown> = {}): Promise<StoredWebServer> {
  return applyReady(scope.client, buildSimulatedServer(scope.namespace, name, spec));
}

export function findDeployment(scope: Scope, server: string): Promise<Deployment | undefined> {
  return scope.client.resource(Deployment).tryGet(toKey(scope, server));
}

export function findService(scope: Scope, server: string): Promise<Service | undefined> {
  return scope.client.resource(Service).tryGet(toKey(scope, `${server}-service`));
}

export function getWebServer(scope: Scope, name: string): Promise<StoredWebServer> {
  return scope.client.resource(WebServer).get(toKey(scope, name));
}

export async function getChildren(
  scope: Scope,
  server: string,
): Promise<{ readonly deployment: Deployment; readonly service: Service }> {
  const [deployment, service] = await Promise.all([findDeployment(scope, server), findService(scope, server)]);
  if (deployment === undefined || service === undefined) throw new Error(`${server} lacks a child`);
  return { deployment, service };
}

const labels = { app: 'other' };
const container = '/spec/template/spec/containers/0';
const ofWebServer = {
  api: WebServer,
  controller: 'web-server',
  manifest: ({ namespace }: Pick<Scope, 'namespace'>, name: string) =>
    buildSimulatedServer(namespace, name, { replicas: 0 }),
};

/** The Deployment and the Service as children, for the suites that run for every child. */
export const children: readonly OwnedChild[] = [
  {
    ...ofWebServer,
    child: Deployment,
    desired: (one) => buildDeployment(one as StoredWebServer),
    foreignSpec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'example.com/a:1' }] } },
    },
    // A Deployment of another program has another selector, which is immutable.
    adoptable: false,
    unset: { [`${container}/command`]: ['sleep'], [`${container}/args`]: ['infinity'] },
    additions: {
      '/spec/template/spec/containers/1': { name: 'sidecar', image: 'example.com/proxy:2' },
      '/spec/template/spec/volumes': [{ name: 'scratch', emptyDir: {} }],
      [`${container}/volumeMounts`]: [{ name: 'scratch', mountPath: '/scratch' }],
      [`${container}/env`]: [{ name: 'COLOUR', value: 'blue' }],
      [`${container}/ports`]: [{ name: 'status', containerPort: 8088 }],
      '/spec/template/metadata/annotations': { 'example.com/restarted': 'today' },
      '/spec/revisionHistoryLimit': 3,
    },
  },
  {
    ...ofWebServer,
    child: Service,
    childName: (server) => `${server}-service`,
    desired: (one) => buildService(one as StoredWebServer),
    foreignSpec: { ports: [{ port: 1 }] },
    unset: {},
    additions: {
      // A port needs a name when the Service has a second port.
      '/spec/ports/0/name': 'http',
      '/spec/ports/1': { name: 'status', port: 8088, protocol: 'TCP', targetPort: 8088 },
      '/spec/sessionAffinity': 'ClientIP',
    },
  },
];
