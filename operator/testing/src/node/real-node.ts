import type { Logger, ObjectKey } from '@kubewright/runtime/internal/base';
import type { Pod } from '@kubewright/runtime/kinds';
import type { ControlPlane } from '../control-plane/index.ts';
import type { ImageProgram } from '../images/index.ts';
import type { Endpoint } from './addresses.ts';

export interface NodeOptions {
  /** Images whose containers run as processes; of two that match, the first counts. @default defaultImages */
  readonly images?: readonly ImageProgram[];
  /** The Node's name; one such node a control plane. @default 'processes' */
  readonly name?: string;
  /**
   * The second restart of a container waits this long, each further one twice as long, up to five minutes. A kubelet
   * waits 10 s, which no test wants to. @default 1_000
   */
  readonly restartBackoffMs?: number;
  /** How often volumes follow their ConfigMaps, Secrets and labels, and tokens are looked after. @default 5_000 */
  readonly volumeSyncMs?: number;
  /** How long the processes have to end when the node stops, before they are killed. @default 2_000 */
  readonly stopGraceMs?: number;
  /** What the node itself does. @default - a file `node/node.log` in the control plane's directory */
  readonly logger?: Logger;
  /** Ends the start. No meaning later. @default - never */
  readonly signal?: AbortSignal;
}

/** What a node needs of a control plane. */
export type NodeControlPlane = Pick<
  ControlPlane,
  'kubeconfigPath' | 'serverUrl' | 'subnet' | 'directory' | 'processes' | 'versions' | 'kubeletIdentity'
>;

/**
 * A node whose Pods are processes of this machine. Disposing ends them: SIGTERM, `stopGraceMs`, SIGKILL; what the
 * cluster knows of them stays as it is.
 */
export interface RealNode extends AsyncDisposable {
  readonly name: string;
  /**
   * The folder that stands for `/` of the node, and of the simulated one: a `hostPath` of a Pod is a path in it, and
   * `/volumes/<PersistentVolume>` holds what is provisioned. What a test puts there, Pods find.
   */
  readonly hostFolder: string;
  /** What a container has written so far, over all its restarts: the last 10 to 20 MiB of it. Throws: when the node has no such container. */
  log(namespace: string, pod: string, container: string): Promise<string>;
  /** Path of that log's newest part. Throws: when the node has no such container. */
  logFile(namespace: string, pod: string, container: string): string;
  /** The process that runs for a container now; `undefined` between its restarts. */
  processOf(namespace: string, pod: string, container: string): number | undefined;
  /** Throws unless each container of the Pod, as its status shows it, is or was a process of this node. */
  assertRan(pod: Pod): void;
  /** Where a node port is to be reached. */
  nodePortAddress(nodePort: number): Endpoint;
  /** Where a port of a Pod really is, from the address that its status shows; `undefined` if it is none of ours. */
  podEndpoint(podIP: string, port: number): Endpoint | undefined;
  /** Where a connection to a Service goes now: a ready Pod of ours, each in turn; `undefined` if there is none. */
  serviceEndpoint(clusterIP: string, port: number): Endpoint | undefined;
  /**
   * A port of this machine that stands for a port of a Service until the node ends, whoever serves it: for people, and for
   * programs that outlive a Pod. A connection is reset while nobody serves it.
   */
  serviceAddress(service: ObjectKey, port: number): Promise<Endpoint>;
}
