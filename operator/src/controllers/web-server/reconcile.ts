import {
  awaitChange,
  OperatorError,
  type Action,
  type Clock,
  type Deployment,
  type Owns,
  type Service,
  type StatusWriter,
} from '../../index.ts';
import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { deploymentFor, serviceFor } from './desired.ts';
import { nodePortOf, statusFor } from './status.ts';

interface Handles {
  readonly deployments: Owns<Deployment>;
  readonly services: Owns<Service>;
  readonly status: StatusWriter<NonNullable<WebServer['status']>>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
}

/** Pods that serve, then the port that reaches them, then what came of it. */
export async function reconcile(server: WebServer, handles: Handles): Promise<Action> {
  const { deployments, services, status } = handles;
  const deployment = await deployments.apply(deploymentFor(server));
  const desired = serviceFor(server);
  const found = services.get(desired.metadata.name);
  // Stands should the Service be refused: a taken node port must hide neither how the Pods are nor the port that still works.
  status.set(statusFor(server, deployment, found));
  if (nodePortOf(found) === undefined) await askForLastPort(server, handles);
  const service = await services.apply(desired);
  status.set(statusFor(server, deployment, service));
  return awaitChange;
}

/**
 * A port that its Service has just left is still refused for some milliseconds.
 * https://github.com/kubernetes/kubernetes/issues/85894
 */
const untilFreeMs: readonly number[] = [50, 100, 200, 400, 800];

/**
 * Makes a Service that has gone again, where the cluster chooses the port with the one that it chose the last time. That
 * is given up again by the apply that follows, which leaves the port as it is then: whoever sets another one keeps it.
 */
async function askForLastPort(server: WebServer, { services, clock, signal }: Handles): Promise<void> {
  const last = server.status?.nodePort;
  if (last === undefined) return;
  for (const waitMs of untilFreeMs) {
    try {
      await services.apply(serviceFor(server, server.spec.nodePort ?? last));
      return;
    } catch (error) {
      if (!(error instanceof OperatorError) || error.code !== 'API_INVALID') throw error;
      await clock.sleep(waitMs, signal);
    }
  }
  // Somebody else has it meanwhile, or the cluster has another range.
}
