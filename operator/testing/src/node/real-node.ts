import type { Logger, ObjectKey } from '@kubewright/runtime/internal/base';
import type { Pod } from '@kubewright/runtime/kinds';
import type { ControlPlane } from '../control-plane/index.ts';
import type { ImageProgram } from '../images/index.ts';
import type { Endpoint } from './addresses.ts';

export interface NodeOptions {
  /** Images whose containers run as processes; of two that match, the first is used. @default defaultImages */
  readonly images?: readonly ImageProgram[];
  /** The Node's name; one such node per control plane. @default 'processes' */
  readonly name?: string;
  /**
   * The second restart of a container waits this long, each further one twice as long, up to five minutes. A kubelet
   * waits 10 s, which is too long for most tests. @default 1_000
   */
  readonly restartBackoffMs?: number;
  /** How often volumes are synced with their ConfigMaps, Secrets and labels, and tokens are checked. @default 5_000 */
  readonly volumeSyncMs?: number;
  /** How long the processes may take to end when the node stops, before they are killed. @default 2_000 */
  readonly stopGraceMs?: number;
  /** The log of the node itself. @default - a file `node/node.log` in the control plane's directory */
  readonly logger?: Logger;
  /** Aborts the start. Has no effect later. @default - never */
  readonly signal?: AbortSignal;
}

/** The parts of a control plane that a node uses. */
export type NodeControlPlane = Pick<
  ControlPlane,
  'kubeconfigPath' | 'serverUrl' | 'subnet' | 'directory' | 'processes' | 'versions' | 'kubeletIdentity'
>;

/**
 * A node whose Pods are processes of this machine. Disposing ends them: SIGTERM, `stopGraceMs`, SIGKILL; their objects
 * in the cluster stay as they are.
 */
export interface RealNode extends AsyncDisposable {
  readonly name: string;
  /**
   * The folder that stands for `/` of this node and of the simulated one: a `hostPath` of a Pod is a path in it, and
   * `/volumes/<PersistentVolume>` holds provisioned volumes. Pods find what a test puts there.
   */
  readonly hostFolder: string;
  /**
   * The output of a container so far, over all its restarts: the last 10 to 20 MiB of it. Throws: when the node has no
   * such container.
   */
  log(namespace: string, pod: string, container: string): Promise<string>;
  /** Path of the newest part of that log. Throws: when the node has no such container. */
  logFile(namespace: string, pod: string, container: string): string;
  /** The process that runs for a container now; `undefined` between its restarts. */
  processOf(namespace: string, pod: string, container: string): number | undefined;
  /** Throws unless each container of the Pod, as its status shows it, is or was a process of this node. */
  assertRan(pod: Pod): void;
  /** The address of a node port. */
  nodePortAddress(nodePort: number): Endpoint;
  /**
   * The address and port that a Pod's program listens on, from the address in its status; `undefined` if the Pod is not
   * on this node.
   */
  podEndpoint(podIP: string, port: number): Endpoint | undefined;
  /**
   * Where a connection to a Service goes now: to one of this node's ready Pods, in turn; `undefined` if there is none.
   */
  serviceEndpoint(clusterIP: string, port: number): Endpoint | undefined;
  /**
   * A port of this machine that forwards to a port of a Service until the node ends, whichever Pods serve it: for
   * people, and for programs that outlive a Pod. A connection is reset while no Pod serves it.
   */
  serviceAddress(service: ObjectKey, port: number): Promise<Endpoint>;
}
