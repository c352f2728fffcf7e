import type { KubeletIdentity } from '../kubelet/kubelet-identity.ts';
import type { Processes } from '../processes/index.ts';
import type { ComponentExit } from './components/managed-component.ts';
import type { ComponentName } from './components/component.ts';
import type { ClusterNetwork } from './egress/egress.ts';
import type { KubectlOptions } from './kubectl.ts';
import type { OnProgress } from './progress.ts';

/** The parts to run in addition to etcd and kube-apiserver. */
export interface OptionalComponents {
  /** The real controllers: Deployments, garbage collection, ServiceAccounts … @default true */
  readonly controllerManager?: boolean;
  /** The real scheduler. @default true */
  readonly scheduler?: boolean;
  /** A simulated node, whose Pods are Ready at once. @default true */
  readonly kwok?: boolean;
}

export interface ControlPlaneOptions {
  /**
   * The version of Kubernetes: `1.34` to `1.37`, or with a patch that this package pins.
   * @default - that of KUBEWRIGHT_KUBERNETES_VERSION, else the one for which this package is made
   */
  readonly kubernetesVersion?: string;
  /** Parts to switch off. @default - all run */
  readonly components?: OptionalComponents;
  /** Feature gates of kube-apiserver, such as `{ WatchList: false }`. @default - the version's defaults */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** Additional flags (`--name=value`) per part, after ours; the last occurrence wins. @default - none */
  readonly extraArgs?: Partial<Readonly<Record<ComponentName, readonly string[]>>>;
  /**
   * The folder for keys, data and logs. A used folder is continued: same data, same keys, another port. Only one
   * control plane may use it at a time. It is never removed.
   * @default - a new temporary folder, which is removed when the control plane stops
   */
  readonly stateDirectory?: string;
  /** Retains the temporary folder. @default false */
  readonly keep?: boolean;
  /** Called with the progress, many times a second during a build or download. @default - nothing */
  readonly onProgress?: OnProgress;
  /** Called at an unexpected exit of a part. @default - nothing: only calls to the part fail */
  readonly onComponentExit?: (exit: ComponentExit) => void;
  /** Aborts the start and stops all running parts. No effect later. @default - never */
  readonly signal?: AbortSignal;
}

/** The versions, each with `v`. */
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
   * @default 0 - killed at once, like a crash
   */
  readonly graceMs?: number;
}

/**
 * A real Kubernetes control plane on this machine's loopback interface, without containers.
 *
 * Guarantees: none of its processes outlives this process for more than 2 s, however that ends. Several can run at
 * once. Disposing also kills all processes started through `processes`; to end them gracefully, stop them first. You
 * may destructure its methods: `const { kubectl } = controlPlane`.
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
  /** The log file of each part. */
  readonly logs: Readonly<Partial<Record<ComponentName, string>>>;
  /** The certificate of a node's kubelet for the API server, and the authority whose clients it accepts. */
  readonly kubeletIdentity: KubeletIdentity;
  /** Starts further processes that end with this control plane. */
  readonly processes: Processes;
  /**
   * `127.x.y`: loopback addresses for this control plane only; `.1` is used, `.2` to `.254` are free. So are those of
   * `127.(x+128).y`; x is below 96.
   *
   * Throws: on systems whose loopback interface has only one address (macOS).
   */
  readonly subnet: string;
  /**
   * Runs the pinned kubectl as administrator and returns its stdout.
   *
   * Throws: its stderr if it fails; after a timeout (`wait`, `rollout status`) also the Pods that are not ready, why,
   * and the ends of their logs.
   */
  kubectl(this: void, args: readonly string[], options?: KubectlOptions): Promise<string>;
  /** Stops a running part: an outage that lasts until `restart`. */
  stop(this: void, component: ComponentName, options?: StopOptions): Promise<void>;
  /**
   * Stops a running part, starts it again on the same port and waits until it works (after etcd: also the API server).
   */
  restart(this: void, component: ComponentName, options?: StopOptions): Promise<void>;
  /**
   * Makes every resourceVersion so far too old to watch or list from (410 Expired): compacts etcd and restarts the API
   * server. Compaction alone is not enough, because the watch cache still serves older versions.
   */
  forgetHistory(this: void): Promise<void>;
  /**
   * Lets `network` route the API server's connections to its addresses, until the result is disposed: to webhooks and
   * aggregated APIs with a Service reference, and for the proxy of a Pod or Service. A node calls this for its Pods.
   */
  connectNetwork(this: void, network: ClusterNetwork): Disposable;
}
