import type { Socket } from 'node:net';

import type { Clock, Logger } from '@kubewright/runtime/internal/base';
import type { NodeStatus } from '@kubewright/runtime/kinds';
import type { KubeletIdentity } from './kubelet-identity.ts';

/** The name of the Pod in a request. The Pod may not exist. */
export interface PodName {
  readonly namespace: string;
  readonly pod: string;
}

/** The name of the container in a request. */
export interface ContainerName extends PodName {
  readonly container: string;
}

/** Which part of a log a client requests, with the names of `PodLogOptions`. */
export interface LogOptions {
  readonly follow: boolean;
  /** Whether the client requests the log of the previous run of the container. */
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines?: number;
  /** Requests only lines since this time, in milliseconds since 1970. @default - all */
  readonly since?: number;
  readonly limitBytes?: number;
}

/** Connects to a port of a Pod. Rejects if no process listens there. */
export type Dial = (port: number) => Promise<Socket>;

/** The Pods of one node; the kubelet server asks this. */
export interface KubeletHost {
  /** Streams the output of a container until `signal` aborts. Rejects with a `KubeletRejection`. */
  logs(container: ContainerName, options: LogOptions, signal: AbortSignal): Promise<AsyncIterable<Buffer>>;
  /** Returns a function that connects to ports of a Pod. Throws: a `KubeletRejection`. */
  portForward(pod: PodName): Dial;
}

export interface KubeletOptions {
  readonly identity: KubeletIdentity;
  readonly host: KubeletHost;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An error response of the kubelet; kubectl shows the message. */
export class KubeletRejection extends Error {
  override readonly name = 'KubeletRejection';
  /** The HTTP status. For 400, the API server passes the message on unchanged. */
  readonly status: 400 | 404;

  constructor(message: string, status: 400 | 404 = 400) {
    super(message);
    this.status = status;
  }
}

/** The Pods of a simulated node, which has no processes. */
export const simulatedPods: KubeletHost = {
  logs: async ({ pod }) => throwRejection(pod, 'the Pod does not have logs'),
  portForward: ({ pod }) => throwRejection(pod, 'the Pod does not have open ports'),
};

function throwRejection(pod: string, consequence: string): never {
  throw new KubeletRejection(`pod "${pod}" is simulated: no process runs for it, so ${consequence}`);
}

/** The part of a Node's status with the address of its kubelet, which runs on this machine. */
export function buildKubeletStatus(port: number): Required<Pick<NodeStatus, 'daemonEndpoints' | 'addresses'>> {
  return {
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
    addresses: [{ type: 'InternalDNS', address: 'localhost' }],
  };
}
