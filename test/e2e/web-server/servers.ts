import { WebServer } from '../../../operator/src/kubewright.ts';
import { Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import type { Manifest } from '../../support/manifests.ts';
import { keyIn, type Scope } from '../../support/scope.ts';
import { applyReady, type StoredWebServer, webServer } from '../../support/web-server.ts';
import { fieldManagerOf } from '../support/applied-fields.ts';

/** An image whose Pods are simulated: for tests that fetch nothing from them. */
export const simulatedImage = 'example.com/web:1';

/** The operator of the scope serves only WebServers. */
export const onlyWebServer = { controllers: ['web-server'] } as const;

/** The field manager of the WebServer controller. */
export const fieldManager = fieldManagerOf('web-server');

/** The manifest of a WebServer with simulated Pods. */
export function simulatedServer(namespace: string, name: string, spec: Record<string, unknown> = {}): Manifest {
  return webServer(namespace, name, { image: simulatedImage, ...spec });
}

/** Applies a WebServer with simulated Pods, and waits until it is Ready. */
export function createReady(scope: Scope, name: string, spec: Record<string, unknown> = {}): Promise<StoredWebServer> {
  return applyReady(scope.client, simulatedServer(scope.namespace, name, spec));
}

/** The Deployment of a WebServer, if there is one. */
export function deploymentOf(scope: Scope, server: string): Promise<Deployment | undefined> {
  return scope.client.resource(Deployment).tryGet(keyIn(scope, server));
}

/** The Service of a WebServer, if there is one. */
export function serviceOf(scope: Scope, server: string): Promise<Service | undefined> {
  return scope.client.resource(Service).tryGet(keyIn(scope, `${server}-service`));
}

/** A WebServer as it is stored now. */
export function stored(scope: Scope, name: string): Promise<StoredWebServer> {
  return scope.client.resource(WebServer).get(keyIn(scope, name));
}

/** Both children of a WebServer, which exist. */
export async function childrenOf(
  scope: Scope,
  server: string,
): Promise<{ readonly deployment: Deployment; readonly service: Service }> {
  const [deployment, service] = await Promise.all([deploymentOf(scope, server), serviceOf(scope, server)]);
  if (deployment === undefined || service === undefined) throw new Error(`${server} has not both of its children`);
  return { deployment, service };
}
