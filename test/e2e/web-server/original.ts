import { WebServer } from '../../../operator/src/apis/index.ts';
import { Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { applyManifests } from '../../support/manifests.ts';
import type { Scope } from '../../support/scope.ts';
import type { StoredWebServer } from '../../support/web-server.ts';
import { goReference, madeBy } from '../support/left-by.ts';
import { simulatedServer } from './servers.ts';

/** What the original operator has left of a WebServer. */
export interface Left {
  readonly server: StoredWebServer;
  readonly deployment: Deployment;
  readonly service?: Service;
}

/** The name under which the original's program owns fields. */
export const originalManager = 'manager';

/**
 * Creates a WebServer and the children that the original operator creates for it: no labels on the Deployment, no replicas
 * where none are asked for, one node port for all. Without a `nodePort` the Service is missing, as where the port was taken.
 */
export async function leftByOriginal(
  { client, namespace }: Pick<Scope, 'client' | 'namespace'>,
  name: string,
  { nodePort, ...spec }: { readonly replicas?: number; readonly nodePort?: number } = {},
): Promise<Left> {
  const manifest = simulatedServer(namespace, name, { ...spec });
  const [server] = (await applyManifests(client, [manifest])) as readonly StoredWebServer[];
  if (server === undefined) throw new Error('it was not applied');
  const labels = { app: 'webserver', webserver_cr: name };
  const ownerReferences = [goReference(WebServer, server)];
  const deployment = await madeBy(client, originalManager, {
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
  const service = await madeBy(client, originalManager, {
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
