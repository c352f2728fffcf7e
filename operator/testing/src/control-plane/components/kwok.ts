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

/** Short: kwok has another identity at each start, and waits until the Lease of the previous one has expired. */
const leaseSeconds = 10;

/** Simulates the kubelets of the nodes with our annotation, and of no others. Ready when its node is. */
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
        'node-lease-duration-seconds': leaseSeconds,
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
