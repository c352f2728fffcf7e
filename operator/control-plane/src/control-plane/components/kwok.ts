import type { Caller, PartsContext } from '../parts-context.ts';
import { buildFlags, type Component } from './component.ts';
import { buildKubeletStatus } from '../../kubelet/index.ts';

/** The addresses of simulated Pods, outside of the service range and of 127.0.0.0/8. */
const simulatedPodRange = '10.244.0.0/16';

/**
 * Simulates the kubelets of nodes with our annotation. The component is ready when its node is. It takes no Lease of a
 * node; a stage sends the heartbeats instead. With Leases, kwok lists the Pods of a node directly after it has written
 * the Lease, and skips all of them if its watch of Leases is late, so that a terminating Pod remains. After a restart
 * it would also wait until the Lease of the previous process has expired.
 */
export function createKwok(
  { binaries, directory, client }: PartsContext,
  { kubeconfig, serverUrl }: Caller,
): Component {
  return {
    name: 'kwok',
    command: binaries.kwok,
    restarts: true,
    portCount: 0,
    args: () =>
      buildFlags({
        kubeconfig,
        config: directory.kwokConfig,
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

/** An object with its path in the API server. */
export interface BootstrapObject {
  readonly path: string;
  readonly object: Readonly<Record<string, unknown>>;
}

export const kwokNodeName = 'kwok';

const annotations = { 'kwok.x-k8s.io/node': 'fake' } as const;

export const kwokNodeSelector: string = Object.entries(annotations)
  .map(([key, value]) => `${key}=${value}`)
  .join(',');

const name = 'kubewright-kwok';
const rbac = 'rbac.authorization.k8s.io';
const capacity = { cpu: '100k', memory: '1Pi', 'ephemeral-storage': '1Pi', pods: '1M' };
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * The objects that kwok needs before it starts: its node, and permissions for the kubelet of that node.
 * @param kubeletPort the port of a kubelet that answers that simulated Pods have no processes
 */
export function kwokObjects(kubeletPort: number): readonly BootstrapObject[] {
  return [
    { path: `/apis/${rbac}/v1/clusterroles/${name}`, object: clusterRole },
    { path: `/apis/${rbac}/v1/clusterrolebindings/${name}`, object: clusterRoleBinding },
    { path: `/api/v1/nodes/${kwokNodeName}`, object: node },
    { path: `/api/v1/nodes/${kwokNodeName}/status`, object: nodeStatus(kubeletPort) },
  ];
}

const clusterRole = {
  apiVersion: `${rbac}/v1`,
  kind: 'ClusterRole',
  metadata: { name },
  rules: [
    { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] },
    { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch', 'patch', 'update'] },
    { apiGroups: [''], resources: ['nodes/status', 'pods/status'], verbs: ['patch', 'update'] },
    { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', 'patch', 'update'] },
  ],
};

const clusterRoleBinding = {
  apiVersion: `${rbac}/v1`,
  kind: 'ClusterRoleBinding',
  metadata: { name },
  roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
  subjects: [{ apiGroup: rbac, kind: 'User', name }],
};

const labels = {
  'kubernetes.io/hostname': kwokNodeName,
  'kubernetes.io/os': 'linux',
  'kubernetes.io/arch': architectures[process.arch] ?? process.arch,
  type: 'kwok',
};
const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: kwokNodeName, annotations, labels } };

/**
 * The status of the simulated node. Its resources are enough for the largest benchmark, so that Pods do not wait for
 * them.
 */
function nodeStatus(kubeletPort: number): Readonly<Record<string, unknown>> {
  const status = { capacity, allocatable: capacity, ...buildKubeletStatus(kubeletPort) };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name: kwokNodeName }, status };
}
