import type { ControlPlane } from '../control-plane/control-plane.ts';
import type { ImageProgram } from '../images/image-program.ts';
import type { Endpoint } from '../sockets.ts';

/** The name of an object, and its namespace if it has one. */
export interface ObjectName {
  /** The namespace of the object. @default 'default' */
  readonly namespace?: string;
  readonly name: string;
}

/** The fields of a Pod that tell whether it ran. */
export interface RanPod {
  readonly metadata: { readonly uid: string; readonly name: string; readonly namespace?: string };
  readonly spec: { readonly nodeName?: string };
  readonly status?: {
    readonly containerStatuses?: readonly { readonly name: string; readonly containerID?: string }[];
  };
}

export interface NodeOptions {
  /** Programs for images whose containers run as processes. The first one that matches wins. @default defaultImages */
  readonly images?: readonly ImageProgram[];
  /**
   * The delay of a container's second restart in milliseconds. Each further delay doubles, up to five minutes. A
   * kubelet starts with 10 s, which is too long for most tests. @default 1_000
   */
  readonly restartBackoffMs?: number;
  /**
   * The interval in milliseconds at which volumes are synced with their ConfigMaps, Secrets and labels, and tokens are
   * checked. @default 5_000
   */
  readonly volumeSyncMs?: number;
  /**
   * Whether the processes of a Pod see its volumes at their mount paths, via a mount namespace. If not, mount paths in
   * commands and variables are replaced, and `KUBECONFIG` leads to the ServiceAccount. @default - whether this machine
   * allows it
   */
  readonly mountNamespaces?: boolean;
  /** Aborts the start. Has no effect later. @default - never */
  readonly signal?: AbortSignal;
}

/** The parts of a control plane that a node uses. */
export type NodeControlPlane = Pick<
  ControlPlane,
  | 'kubeconfigPath'
  | 'serverUrl'
  | 'subnet'
  | 'directory'
  | 'processes'
  | 'versions'
  | 'kubeletIdentity'
  | 'connectNetwork'
>;

/**
 * A node that runs Pods as processes of this machine. Disposing it ends the processes: SIGTERM, and SIGKILL after
 * two seconds. It does not change objects of the cluster.
 */
export interface RealNode extends AsyncDisposable {
  readonly name: string;
  /**
   * Returns the output of a container over all its restarts: the last 10 to 20 MiB. Rejects for an unknown container.
   */
  log(namespace: string, pod: string, container: string): Promise<string>;
  /** Returns the pid of the running process of a container; `undefined` between restarts. */
  findPid(namespace: string, pod: string, container: string): number | undefined;
  /** Throws unless each container in the Pod's status is or was a process of this node. */
  assertRan(pod: RanPod): void;
  /** Returns the address of a node port on this machine. */
  nodePortAddress(nodePort: number): Endpoint;
  /**
   * Opens a port on this machine that forwards to the current Pods of a Service's port until the node ends: for users,
   * and for programs that outlive a Pod. Connections are reset while none of the Pods is ready.
   */
  serviceAddress(service: ObjectName, port: number): Promise<Endpoint>;
}
