import { awaitChange, OperatorError, type Action, type Service } from '@kubewright/runtime';
import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import type { Context } from './dependencies.ts';
import { deploymentFor, serviceFor } from './desired.ts';
import { refused } from './node-port-taken.ts';
import { nodePortOf, statusFor } from './status.ts';

/** Pods that serve, then the port that reaches them, then the status. */
export async function reconcile(server: WebServer, context: Context): Promise<Action> {
  const { deployments, services, servers, status } = context;
  const deployment = await deployments.apply(deploymentFor(server));
  const desired = serviceFor(server);
  const found = services.get(desired.metadata.name);
  // Written if the Service is refused: a taken node port must hide neither how the Pods are nor the port that still works.
  status.set(statusFor(server, deployment, found));
  await askForLostPort(server, found, context);
  const service = await services.apply(desired).catch((error: unknown) => refused(error, server, servers));
  status.set(statusFor(server, deployment, service));
  return awaitChange;
}

/**
 * A port that its Service has just left is still refused for some milliseconds.
 * https://github.com/kubernetes/kubernetes/issues/85894
 */
const untilFreeMs: readonly number[] = [50, 100, 200, 400, 800];

/**
 * Asks for the port that the Service had and has lost, because somebody deleted it or set another one. Where the cluster
 * chooses the port, it is given up again by the apply that follows, which leaves the port as it is then: whoever sets
 * another one keeps it.
 */
async function askForLostPort(
  server: WebServer,
  found: Service | undefined,
  { services, clock, signal }: Context,
): Promise<void> {
  const port = lostPort(server, found);
  if (port === undefined) return;
  const isRefused = (): Promise<boolean> => services.apply(serviceFor(server, port)).then(() => false, ifInvalid);
  for (const waitMs of untilFreeMs) {
    if (!(await isRefused())) return;
    await clock.sleep(waitMs, signal);
  }
  // Somebody else has it meanwhile, or the cluster has another range.
  await isRefused();
}

/** The port of the last status, where that is still wanted and the Service has it no more. */
function lostPort({ spec, status }: WebServer, service: Service | undefined): number | undefined {
  const port = nodePortOf(service);
  const last = status?.nodePort;
  const wanted = spec.nodePort ?? port ?? last;
  return wanted === last && wanted !== port ? last : undefined;
}

function ifInvalid(error: unknown): true {
  if (error instanceof OperatorError && error.code === 'API_INVALID') return true;
  throw error;
}
