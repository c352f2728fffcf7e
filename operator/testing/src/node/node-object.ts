import { type Clock, microTimestamp, timestamp } from '@kubewright/runtime/internal/base';
import { kubeletStatus } from '../kubelet/index.ts';
import type { Place } from './environment/index.ts';
import { placementLabel, placementTaint } from './placement.ts';

/** What a node is, beside its Pods. */
export interface NodeFacts {
  readonly name: string;
  /** What its status shows as its address. */
  readonly hostIP: string;
  /** Of the control plane: a kubelet of ours has none of its own. */
  readonly version: string;
  /** When it began, RFC 3339. */
  readonly readySince: string;
  /** Port of its kubelet. */
  readonly kubeletPort: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** More than any test asks for: nothing is limited here, so no Pod waits for want of it. */
export const allocatable = {
  cpu: '256',
  memory: '1Ti',
  'ephemeral-storage': '10Ti',
} as const satisfies Place['allocatable'];

/** As many as there are addresses. */
const pods = '253';
const leaseSeconds = 40;
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const architecture = architectures[process.arch] ?? process.arch;

/** The Node object; only Pods that placement sends there tolerate its taint. */
export function nodeObject({ name }: NodeFacts) {
  const labels = {
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': architecture,
    ...placementLabel,
  };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec: { taints: [placementTaint] } };
}

/** What a kubelet reports about itself, as of now. */
export function nodeStatus({ name, hostIP, version, readySince, kubeletPort, clock }: NodeFacts) {
  const { addresses, ...endpoints } = kubeletStatus(kubeletPort);
  const healthy = (type: string, reason: string) => condition({ type, status: 'False', reason });
  const condition = (of: { type: string; status: string; reason: string }) => {
    return { ...of, lastHeartbeatTime: timestamp(clock), lastTransitionTime: readySince };
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: {
      capacity: { ...allocatable, pods },
      allocatable: { ...allocatable, pods },
      addresses: [{ type: 'InternalIP', address: hostIP }, { type: 'Hostname', address: name }, ...addresses],
      ...endpoints,
      conditions: [
        healthy('MemoryPressure', 'KubeletHasSufficientMemory'),
        healthy('DiskPressure', 'KubeletHasNoDiskPressure'),
        healthy('PIDPressure', 'KubeletHasSufficientPID'),
        condition({ type: 'Ready', status: 'True', reason: 'KubeletReady' }),
      ],
      nodeInfo: {
        architecture,
        operatingSystem: 'linux',
        osImage: 'processes of this machine',
        kernelVersion: '',
        containerRuntimeVersion: 'process://1',
        kubeletVersion: version,
        kubeProxyVersion: '',
        machineID: '',
        systemUUID: '',
        bootID: '',
      },
    },
  };
}

/** The sign of life that the node lifecycle controller looks at. */
export function nodeLease({ name, clock }: NodeFacts) {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: 'kube-node-lease' },
    spec: { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime: microTimestamp(clock) },
  };
}
