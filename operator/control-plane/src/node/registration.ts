import {
  type Clock,
  type Logger,
  getMessage,
  formatMicroTimestamp,
  formatTimestamp,
} from '@kubewright/runtime/internal/base';
import { type Client, isApiError } from '@kubewright/runtime/internal/client';
import { Lease, Node } from '@kubewright/runtime/kinds';

import { fieldManager } from './pods/index.ts';
import { buildKubeletStatus } from '../kubelet/index.ts';
import type { PodPlacement } from './environment/index.ts';
import { placementLabel, placementTaint } from './placement.ts';

/**
 * The interval of a kubelet's heartbeats in milliseconds. The node lifecycle controller marks a node as unreachable
 * after 50 s without a heartbeat.
 */
const heartbeatMs = 10_000;
const pollMs = 25;

export interface RegistrationOptions {
  readonly client: Client;
  readonly facts: NodeFacts;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Registers the node and makes it schedulable; adopts an existing Node object. Removes the taints of a not-ready or
 * unreachable node at once, which the node lifecycle controller would do later.
 */
export async function register(options: RegistrationOptions, signal: AbortSignal): Promise<void> {
  const { client, facts } = options;
  const nodes = client.resource(Node);
  const node = nodeObject(facts);
  await nodes.create(node, { signal }).catch((error: unknown) => {
    if (!isApiError(error, 409)) throw error;
  });
  await sendFirstHeartbeat(options, signal);
  await nodes.mergePatch({ name: facts.name }, { spec: node.spec }, { signal, fieldManager });
}

/** Sends heartbeats until `signal` aborts. */
export async function keepAlive(options: RegistrationOptions, signal: AbortSignal): Promise<void> {
  const { clock, logger } = options;
  while (!signal.aborted) {
    await clock.sleep(heartbeatMs, signal).catch(() => undefined);
    await beat(options, signal).catch((error: unknown) => {
      if (!signal.aborted) logger.warn('heartbeat failed', { why: getMessage(error) });
    });
  }
}

/**
 * Sends the first heartbeat, with retries: a new API server creates the namespace of the Leases shortly after it is
 * ready.
 */
async function sendFirstHeartbeat(options: RegistrationOptions, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await beat(options, signal);
      return;
    } catch (error) {
      if (!isApiError(error, 404)) throw error;
      await options.clock.sleep(pollMs, signal);
    }
  }
}

async function beat({ client, facts }: RegistrationOptions, signal: AbortSignal): Promise<void> {
  const how = { fieldManager, force: true, signal };
  await client.resource(Lease).apply(nodeLease(facts), how);
  await client.resource(Node).apply(nodeStatus(facts), { ...how, subresource: 'status' });
}

interface NodeFacts {
  readonly name: string;
  readonly hostIP: string;
  /** The reported version, which is that of the control plane. */
  readonly version: string;
  /** When the node became ready, as an RFC 3339 timestamp. */
  readonly readySince: string;
  readonly kubeletPort: number;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * More than any test requests, so that Pods do not stay pending for lack of resources. Limits are not enforced here.
 */
export const allocatable = {
  cpu: '256',
  memory: '1Ti',
  'ephemeral-storage': '10Ti',
} as const satisfies PodPlacement['allocatable'];

/** Maximum number of Pods: the number of addresses that the node has. */
const pods = '253';
const leaseSeconds = 40;
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const architecture = architectures[process.arch] ?? process.arch;

/** Builds the Node object. Only Pods that the placement policy selects tolerate its taint. */
function nodeObject({ name }: NodeFacts) {
  const labels = {
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': architecture,
    ...placementLabel,
  };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec: { taints: [placementTaint] } };
}

/** Builds the current status of the Node, as a kubelet does. */
function nodeStatus({ name, hostIP, version, readySince, kubeletPort, clock }: NodeFacts) {
  const { addresses, ...endpoints } = buildKubeletStatus(kubeletPort);
  const healthy = (type: string, reason: string) => condition({ type, status: 'False', reason });
  const condition = (of: { type: string; status: string; reason: string }) => {
    return { ...of, lastHeartbeatTime: formatTimestamp(clock), lastTransitionTime: readySince };
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

/** Builds the Lease of the node. The node lifecycle controller treats renewals as heartbeats. */
function nodeLease({ name, clock }: NodeFacts) {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: 'kube-node-lease' },
    spec: { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime: formatMicroTimestamp(clock) },
  };
}
