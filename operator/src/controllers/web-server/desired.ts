import type { Deployment, Desired, Service } from '@kubewright/runtime';
import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { pickSettings } from '../parts/container.ts';

/** The labels by which the Deployment and the Service find the Pods of a WebServer. */
export function buildPodLabels(server: WebServer): { readonly app: string; readonly webserver_cr: string } {
  return { app: 'webserver', webserver_cr: server.metadata.name };
}

export function buildDeployment(server: WebServer): Desired<Deployment> {
  const labels = buildPodLabels(server);
  const { image, replicas } = server.spec;
  return {
    metadata: { name: server.metadata.name, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        // The nulls keep command and arguments unset, so that the image alone decides what runs.
        spec: { containers: [{ name: 'webserver', image, command: null, args: null, ...pickSettings(server.spec) }] },
      },
    },
  };
}

/** @param nodePort the port to set; `undefined` to keep the present one, or to let the cluster choose */
export function buildService(server: WebServer, nodePort = server.spec.nodePort): Desired<Service> {
  const labels = buildPodLabels(server);
  return {
    metadata: { name: `${server.metadata.name}-service`, labels },
    spec: {
      type: 'NodePort',
      selector: labels,
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80, ...(nodePort !== undefined && { nodePort }) }],
    },
  };
}
