import { awaitChange, type Action, type Deployment, type Owns, type Service, type StatusWriter } from '../../index.ts';
import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { deploymentFor, serviceFor } from './desired.ts';
import { statusFor } from './status.ts';

interface Handles {
  readonly deployments: Owns<Deployment>;
  readonly services: Owns<Service>;
  readonly status: StatusWriter<NonNullable<WebServer['status']>>;
}

/** Pods that serve, then the port that reaches them, then what came of it. */
export async function reconcile(server: WebServer, { deployments, services, status }: Handles): Promise<Action> {
  const deployment = await deployments.apply(deploymentFor(server));
  const desired = serviceFor(server);
  // Stands should the Service be refused: a taken node port must hide neither how the Pods are nor the port that still works.
  status.set(statusFor(server, deployment, services.get(desired.metadata.name)));
  const service = await services.apply(desired);
  status.set(statusFor(server, deployment, service));
  return awaitChange;
}
