import type { ServerClient } from '../server-client.ts';
import { flags, type Component } from './component.ts';
import { kwokNodeName, kwokNodeSelector } from './kwok-objects.ts';

export interface KwokOptions {
  readonly command: string;
  readonly kubeconfig: string;
  /** File with the Stage objects. */
  readonly config: string;
  readonly serverUrl: string;
  readonly client: ServerClient;
}

/** The addresses of simulated Pods: outside of the service range, and of 127.0.0.0/8. */
export const simulatedPodRange = '10.244.0.0/16';

/**
 * Simulates the kubelets of the nodes with our annotation, and of no others. Ready when its node is.
 *
 * Takes no Lease of a node; a stage sends the heartbeats. With a Lease, kwok lists the Pods of the node as soon as it
 * has written that Lease, and skips all of them if its watch of Leases is late: a Pod that is terminating then stays.
 * After a restart it also waits until the Lease of the previous process has expired.
 */
export function kwok({ command, kubeconfig, config, serverUrl, client }: KwokOptions): Component {
  return {
    name: 'kwok',
    command,
    restarts: true,
    portCount: 0,
    args: () =>
      flags({
        kubeconfig,
        config,
        'manage-all-nodes': false,
        'manage-nodes-with-annotation-selector': kwokNodeSelector,
        'node-lease-duration-seconds': 0,
        'node-ip': '10.0.0.1',
        cidr: simulatedPodRange,
      }),
    isReady: async () => isNodeReady((await client.call(`${serverUrl}/api/v1/nodes/${kwokNodeName}`)).text),
  };
}

interface NodeAnswer {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

function isNodeReady(text: string): boolean {
  const { status } = JSON.parse(text) as NodeAnswer;
  return status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
}
