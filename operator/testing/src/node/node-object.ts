import { type Clock, microTimestamp, timestamp } from '@kubewright/runtime/internal/base';
import { kubeletStatus } from '../kubelet/index.ts';
import type { Place } from './environment/index.ts';
import { placementLabel, placementTaint } from './placement.ts';

/** The input of a Node object. */
export interface NodeFacts {
  readonly name: string;
  /** The address in its status. */
  readonly hostIP: string;
  /** The version that the node reports: that of the control plane. */
  readonly version: string;
  /** The time at which the node became ready, RFC 3339. */
  readonly readySince: string;
  /** The port on which its kubelet listens. */
  readonly kubeletPort: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** More than any test requests: no Pod stays pending for lack of resources. Limits are not enforced here. */
export const allocatable = {
  cpu: '256',
  memory: '1Ti',
  'ephemeral-storage': '10Ti',
} as const satisfies Place['allocatable'];

/** The number of addresses of the node. */
const pods = '253';
const leaseSeconds = 40;
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const architecture = architectures[process.arch] ?? process.arch;

/** The Node object. Only Pods that the placement policy selects tolerate its taint. */
export function nodeObject({ name }: NodeFacts) {
  const labels = {
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': architecture,
    ...placementLabel,
  };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec: { taints: [placementTaint] } };
}

/** The status of the Node, as a kubelet reports it, as of now. */
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

/** The Lease of the node, whose renewals are its heartbeats for the node lifecycle controller. */
export function nodeLease({ name, clock }: NodeFacts) {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: 'kube-node-lease' },
    spec: { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime: microTimestamp(clock) },
  };
}
