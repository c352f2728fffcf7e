import type { NodeStatus } from '@kubewright/runtime/kinds';

/** What of a Node's status leads the API server to its kubelet, which listens on this machine. */
export function kubeletStatus(port: number): Required<Pick<NodeStatus, 'daemonEndpoints' | 'addresses'>> {
  return {
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
    addresses: [{ type: 'InternalDNS', address: 'localhost' }],
  };
}
