import type { KubeletIdentity } from '../kubelet/index.ts';
import type { Processes } from '../processes/index.ts';
import type { ComponentExit } from './components/managed-component.ts';
import type { ComponentName } from './components/component.ts';
import type { ClusterNetwork } from './egress/egress.ts';
import type { KubectlOptions } from './kubectl.ts';
import type { OnProgress } from './progress.ts';

/** Which parts run. etcd and kube-apiserver always do. */
export interface OptionalComponents {
  /** The real controllers: Deployments, garbage collection, ServiceAccounts … @default true */
  readonly controllerManager?: boolean;
  /** The real scheduler. @default true */
  readonly scheduler?: boolean;
  /** One simulated node, whose Pods are Ready at once. @default true */
  readonly kwok?: boolean;
}

export interface ControlPlaneOptions {
  /** Parts to switch off. @default - all run */
  readonly components?: OptionalComponents;
  /** Feature gates of kube-apiserver, such as `{ WatchList: false }`. @default - those of the version */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** Further flags (`--name=value`) per part, after ours; of two, the last one counts. @default - none */
  readonly extraArgs?: Partial<Readonly<Record<ComponentName, readonly string[]>>>;
  /**
   * The folder for keys, data and logs. A folder that was used before is continued: same data, same keys, another port.
   * Only one control plane may use it at a time. It is never removed.
   * @default - a new temporary folder, which is removed when the control plane stops
   */
  readonly stateDirectory?: string;
  /** Do not remove the temporary folder. @default false */
  readonly keep?: boolean;
  /** Called with the progress, many times a second while something is built or downloaded. @default - nothing */
  readonly onProgress?: OnProgress;
  /** Called when a part exits without a stop. @default - nothing; calls to it fail */
  readonly onComponentExit?: (exit: ComponentExit) => void;
  /** Aborts the start; all parts that run are stopped. No effect later. @default - never */
  readonly signal?: AbortSignal;
}

/** The versions, each with its `v`. */
export interface ControlPlaneVersions {
  /** As reported by the API server. */
  readonly kubernetes: string;
  /** As reported by etcd. */
  readonly etcd: string;
  /** As pinned. */
  readonly kwok: string;
}

export interface StopOptions {
  /**
   * Time between SIGTERM and SIGKILL, in milliseconds. The API server and etcd use all of it while a watch is open.
   * @default 0 - killed at once, as in a crash
   */
  readonly graceMs?: number;
}

/**
 * A real Kubernetes control plane on this machine's loopback interface, without containers.
 *
 * Guarantees: no process of it outlives this process for more than 2 s, however that ends. Several run at once.
 * Disposing also kills everything that was started through `processes`; to end that gently, stop it first. Its methods
 * may be destructured: `const { kubectl } = controlPlane`.
 */
export interface ControlPlane extends AsyncDisposable {
  /** Kubeconfig of an administrator (`system:masters`), mode 0600. */
  readonly kubeconfigPath: string;
  /** `https://127.0.0.1:<port>`, certified by the authority in the kubeconfig. */
  readonly serverUrl: string;
  readonly versions: ControlPlaneVersions;
  /** State directory: keys, data, logs. */
  readonly directory: string;
  /** Every request, see `readAuditLog`. */
  readonly auditLogPath: string;
  /** Log file of each part that runs or ran. */
  readonly logs: Readonly<Partial<Record<ComponentName, string>>>;
  /**
   * The certificate by which a node's kubelet authenticates to the API server, and the authority whose clients it
   * accepts.
   */
  readonly kubeletIdentity: KubeletIdentity;
  /** Starts further processes that end with this control plane. */
  readonly processes: Processes;
  /**
   * `127.x.y`: loopback addresses that belong to this control plane alone; `.1` is used, `.2` to `.254` are free. So
   * are those of `127.(x+128).y`; x is below 96.
   *
   * Throws: on systems whose loopback interface has one address only (macOS).
   */
  readonly subnet: string;
  /**
   * Runs the pinned kubectl as administrator and returns its stdout.
   *
   * Throws: its stderr when it fails; if it timed out (`wait`, `rollout status`), also the Pods that are not ready,
   * why, and the ends of their logs.
   */
  kubectl(this: void, args: readonly string[], options?: KubectlOptions): Promise<string>;
  /** Stops a part, if it runs: an outage that lasts until `restart`. */
  stop(this: void, component: ComponentName, options?: StopOptions): Promise<void>;
  /**
   * Stops a part, if it runs, starts it again on the same port and waits until it works again (after etcd: the API
   * server, too).
   */
  restart(this: void, component: ComponentName, options?: StopOptions): Promise<void>;
  /**
   * Makes every resourceVersion up to now too old to watch or list from (410 Expired): compacts etcd and restarts the
   * API server. Compaction alone is not enough, because the watch cache still serves older versions.
   */
  forgetHistory(this: void): Promise<void>;
  /**
   * Until it is disposed, what the API server opens to addresses of `network` leads where that says: to webhooks and
   * aggregated APIs with a Service reference, and what is read through the proxy of a Pod or Service. A node does so
   * for its Pods.
   */
  connectNetwork(this: void, network: ClusterNetwork): Disposable;
}
