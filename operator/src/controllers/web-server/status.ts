import { rolloutConditions, type Deployment, type Service, type StatusInput } from '@kubewright/runtime';
import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { buildPodLabels } from './desired.ts';

type Status = StatusInput<NonNullable<WebServer['status']>>;

/** Builds the status. The Service is missing while the cluster rejects it. */
export function buildWebServerStatus(server: WebServer, deployment: Deployment, service?: Service): Status {
  const nodePort = findNodePort(service);
  return {
    replicas: deployment.status?.replicas ?? 0,
    readyReplicas: deployment.status?.readyReplicas ?? 0,
    availableReplicas: deployment.status?.availableReplicas ?? 0,
    selector: Object.entries(buildPodLabels(server))
      .map(([name, value]) => `${name}=${value}`)
      .join(','),
    ...(nodePort !== undefined && { nodePort }),
    conditions: rolloutConditions(deployment, server.spec.replicas, service === undefined ? [] : [service]),
  };
}

/** Finds the node port of our port by its number, because other clients may have added ports before it. */
export function findNodePort(service: Service | undefined): number | undefined {
  return service?.spec.ports?.find(({ port }) => port === 80)?.nodePort;
}
