import { WebServer } from '../../../operator/src/kubewright.ts';
import { Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { applyManifests } from '../../support/manifests.ts';
import type { Scope } from '../../support/scope.ts';
import type { StoredWebServer } from '../../support/web-server.ts';
import { buildGoReference, createAs } from '../support/create-as.ts';
import { buildSimulatedServer } from './servers.ts';

/** A WebServer and its children as the upstream operator has left them. */
export interface LeftChildren {
  readonly server: StoredWebServer;
  readonly deployment: Deployment;
  readonly service?: Service;
}

/** The field manager of the upstream operator. */
export const upstreamManager = 'manager';

/**
 * Creates a WebServer and its children as the upstream operator does: the Deployment has no labels, and 0 replicas
 * unless the spec has a number. Without a `nodePort` it creates no Service, as if the port was taken: the upstream
 * operator uses one port for all.
 */
export async function createLeftByUpstream(
  { client, namespace }: Pick<Scope, 'client' | 'namespace'>,
  name: string,
  { nodePort, ...spec }: { readonly replicas?: number; readonly nodePort?: number } = {},
): Promise<LeftChildren> {
  const manifest = buildSimulatedServer(namespace, name, { ...spec });
  const [server] = (await applyManifests(client, [manifest])) as readonly StoredWebServer[];
  if (server === undefined) throw new Error('apply the WebServer first');
  const labels = { app: 'webserver', webserver_cr: name };
  const ownerReferences = [buildGoReference(WebServer, server)];
  const deployment = await createAs(client, upstreamManager, {
    kind: Deployment,
    body: {
      metadata: { namespace, name, creationTimestamp: null, ownerReferences },
      spec: {
        replicas: spec.replicas ?? 0,
        strategy: {},
        selector: { matchLabels: labels },
        template: {
          metadata: { creationTimestamp: null, labels },
          spec: { containers: [{ name: 'webserver', image: server.spec.image, resources: {} }] },
        },
      },
      status: {},
    },
  });
  if (nodePort === undefined) return { server, deployment };
  const service = await createAs(client, upstreamManager, {
    kind: Service,
    body: {
      metadata: { namespace, name: `${name}-service`, creationTimestamp: null, labels, ownerReferences },
      spec: {
        type: 'NodePort',
        ports: [{ protocol: 'TCP', port: 80, targetPort: 0, nodePort }],
        selector: labels,
      },
      status: { loadBalancer: {} },
    },
  });
  return { server, deployment, service };
}
