import type { ControlPlane } from '../control-plane/control-plane.ts';
import type { ImageProgram } from '../images/image-program.ts';
import type { Endpoint } from '../sockets.ts';

/** Receives the log lines of the node. A `Logger` of `@kubewright/runtime` is one. */
export interface NodeLogger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(error: unknown, message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to each of its lines. */
  child(fields: LogFields): NodeLogger;
}

type LogFields = Readonly<Record<string, unknown>>;

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
  /** The name of the Node. A control plane can have only one such node. @default 'processes' */
  readonly name?: string;
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
  /** Time in milliseconds that processes get to end when the node stops, before they are killed. @default 2_000 */
  readonly stopGraceMs?: number;
  /** The log of the node itself. @default - a file `node/node.log` in the control plane's directory */
  readonly logger?: NodeLogger;
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
 * `stopGraceMs`. It does not change objects of the cluster.
 */
export interface RealNode extends AsyncDisposable {
  readonly name: string;
  /**
   * Returns the output of a container over all its restarts: the last 10 to 20 MiB. Throws: for an unknown container.
   */
  log(namespace: string, pod: string, container: string): Promise<string>;
  /** Returns the path of the newest file of a container's log. Throws: for an unknown container. */
  logFile(namespace: string, pod: string, container: string): string;
  /** Returns the pid of the running process of a container; `undefined` between restarts. */
  findPid(namespace: string, pod: string, container: string): number | undefined;
  /** Throws unless each container in the Pod's status is or was a process of this node. */
  assertRan(pod: RanPod): void;
  /** Returns the address of a node port on this machine. */
  nodePortAddress(nodePort: number): Endpoint;
  /**
   * Returns the address on which a Pod's program listens, for a port at the address in the Pod's status; `undefined` if
   * the Pod is not on this node.
   */
  podEndpoint(podIP: string, port: number): Endpoint | undefined;
  /**
   * Returns the endpoint for the next connection to a Service: its ready Pods on this node take turns; `undefined` if
   * none is ready.
   */
  serviceEndpoint(clusterIP: string, port: number): Endpoint | undefined;
  /**
   * Opens a port on this machine that forwards to the current Pods of a Service's port until the node ends: for users,
   * and for programs that outlive a Pod. Connections are reset while none of the Pods is ready.
   */
  serviceAddress(service: ObjectName, port: number): Promise<Endpoint>;
}
