import type { NodeStatus } from '@kubewright/runtime/kinds';

/** The part of a Node's status by which the API server finds its kubelet, which listens on this machine. */
export function kubeletStatus(port: number): Required<Pick<NodeStatus, 'daemonEndpoints' | 'addresses'>> {
  return {
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
    addresses: [{ type: 'InternalDNS', address: 'localhost' }],
  };
}
