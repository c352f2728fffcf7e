/**
 * WebServer: a Deployment that serves HTTP, and a NodePort Service that reaches it.
 *
 * - `desired`: the two children, as functions of the WebServer
 * - `node-port-taken`: finds the WebServer that has the desired port
 * - `status`: the status, as a function of the WebServer and its children
 *
 * @module
 */
import {
  defineDependencies,
  definePolicy,
  Deployment,
  owns,
  reads,
  Service,
  defineController,
  awaitChange,
  OperatorError,
  type ContextOf,
  type ControllerDefinition,
  type Action,
} from '@kubewright/runtime';
import { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { buildDeployment, buildService } from './desired.ts';
import { byNodePort, rethrowPortTaken } from './node-port-taken.ts';
import { findNodePort, buildWebServerStatus } from './status.ts';

const dependencies = defineDependencies({
  owns: { deployments: owns(Deployment), services: owns(Service) },
  // All WebServers, indexed by node port, to name the one that has a port.
  reads: { servers: reads(WebServer, { indexes: { byNodePort } }) },
});

type Context = ContextOf<typeof WebServer, typeof dependencies>;

export const webServer: ControllerDefinition = defineController(WebServer, { ...dependencies, reconcile });

/**
 * Warns about `spec.foo`, which older manifests set and the operator ignores. A schema can allow or reject a field, but
 * cannot warn about it.
 */
export const ignoredFoo = definePolicy(WebServer, {
  name: 'web-server-foo',
  validate: [{ cel: '!has(object.spec.foo)', message: 'spec.foo is ignored: remove it' }],
  actions: ['Warn'],
});

export async function reconcile(server: WebServer, context: Context): Promise<Action> {
  const { deployments, services, servers, status } = context;
  const deployment = await deployments.apply(buildDeployment(server));
  const desired = buildService(server);
  const found = services.get(desired.metadata.name);
  // Before the Service is applied, so that the status is written even if the node port is taken.
  status.set(buildWebServerStatus(server, deployment, found));
  await askForLostPort(server, found, context);
  const service = await services.apply(desired).catch((error: unknown) => rethrowPortTaken(error, server, servers));
  status.set(buildWebServerStatus(server, deployment, service));
  return awaitChange;
}

/**
 * Waits in milliseconds between requests for a port: the API server rejects a port for some milliseconds after a
 * Service has released it.
 * https://github.com/kubernetes/kubernetes/issues/85894
 */
const untilFreeMs: readonly number[] = [50, 100, 200, 400, 800];

/**
 * Requests the port that the Service lost because a client deleted the Service or set another port. If the spec has no
 * node port, the next apply omits the field. The port then stays, but the operator no longer owns the field, so later
 * changes by other clients are retained.
 */
async function askForLostPort(
  server: WebServer,
  found: Service | undefined,
  { services, clock, signal }: Context,
): Promise<void> {
  const port = lostPort(server, found);
  if (port === undefined) return;
  const isRejected = (): Promise<boolean> => services.apply(buildService(server, port)).then(() => false, ifInvalid);
  for (const waitMs of untilFreeMs) {
    if (!(await isRejected())) return;
    await clock.sleep(waitMs, signal);
  }
  // The last attempt. If it is rejected, another Service has the port, or the port is outside of the cluster's range.
  await isRejected();
}

/** Returns the port in the status if it is still desired and the Service does not have it any more. */
function lostPort({ spec, status }: WebServer, service: Service | undefined): number | undefined {
  const port = findNodePort(service);
  const last = status?.nodePort;
  const wanted = spec.nodePort ?? port ?? last;
  return wanted === last && wanted !== port ? last : undefined;
}

function ifInvalid(error: unknown): true {
  if (error instanceof OperatorError && error.code === 'API_INVALID') return true;
  throw error;
}
