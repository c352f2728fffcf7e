import {
  awaitChange,
  OperatorError,
  type Action,
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
}

/** Pods that serve, then the port that reaches them, then what came of it. */
export async function reconcile(server: WebServer, { deployments, services, status }: Handles): Promise<Action> {
  const deployment = await deployments.apply(deploymentFor(server));
  const desired = serviceFor(server);
  const found = services.get(desired.metadata.name);
  // Stands should the Service be refused: a taken node port must hide neither how the Pods are nor the port that still works.
  status.set(statusFor(server, deployment, found));
  await askForLastPort(server, { services, found });
  const service = await services.apply(desired);
  status.set(statusFor(server, deployment, service));
  return awaitChange;
}

/**
 * Where the cluster chooses the port, asks for the one that it chose the last time. That is given up again by the apply
 * that follows, which leaves the port as it is then: whoever sets another one keeps it.
 */
async function askForLastPort(
  server: WebServer,
  { services, found }: { readonly services: Owns<Service>; readonly found: Service | undefined },
): Promise<void> {
  const last = server.status?.nodePort;
  if (server.spec.nodePort !== undefined || last === undefined || nodePortOf(found) !== undefined) return;
  try {
    await services.apply(serviceFor(server, last));
  } catch (error) {
    // Somebody else has it meanwhile, or the cluster has another range: then any will do.
    if (!(error instanceof OperatorError) || error.code !== 'API_INVALID') throw error;
  }
}
