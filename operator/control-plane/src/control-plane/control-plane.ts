import type { KubeletIdentity } from '../kubelet/kubelet-identity.ts';
import type { Processes } from '../processes/index.ts';
import type { ComponentExit } from './components/managed-component.ts';
import type { ComponentName } from './components/component.ts';
import type { ClusterNetwork } from './egress/egress.ts';
import type { KubectlOptions } from './kubectl.ts';
import type { OnProgress } from './progress.ts';

/** The components that run in addition to etcd and kube-apiserver. */
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
  /** Components to disable. @default - all run */
  readonly components?: OptionalComponents;
  /** Feature gates of kube-apiserver, such as `{ WatchList: false }`. @default - the version's defaults */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /**
   * Additional flags (`--name=value`) for each component, after the usual ones; the last occurrence wins. @default -
   * none
   */
  readonly extraArgs?: Partial<Readonly<Record<ComponentName, readonly string[]>>>;
  /**
   * The folder for keys, data and logs. If it was used before, the control plane continues with the same data and keys,
   * on another port. Only one control plane may use it at a time. It is never removed. @default - a new temporary
   * folder, which is removed when the control plane stops
   */
  readonly stateDirectory?: string;
  /** Called with the progress, many times a second during a build or download. @default - nothing */
  readonly onProgress?: OnProgress;
  /** Called when a component exits unexpectedly. @default - nothing: calls to the component fail */
  readonly onComponentExit?: (exit: ComponentExit) => void;
  /** Aborts the start and stops all components that already run. Has no effect later. @default - never */
  readonly signal?: AbortSignal;
}

/** Versions of the running components, each with `v`. */
export interface ControlPlaneVersions {
  /** The version that the API server reports. */
  readonly kubernetes: string;
  /** The version that etcd reports. */
  readonly etcd: string;
  /** The pinned version of kwok. */
  readonly kwok: string;
}

export interface StopOptions {
  /**
   * Time between SIGTERM and SIGKILL in milliseconds. While a watch is open, the API server and etcd use all of it.
   * @default 0 - killed at once, like a crash
   */
  readonly graceMs?: number;
}

/**
 * A real Kubernetes control plane on the loopback interface of this machine, without containers. Several can run at
 * once. You may destructure its methods: `const { kubectl } = controlPlane`. Disposing also kills all processes that
 * were started through `processes`; to end them gracefully, stop them first. Guarantees: none of its processes lives
 * more than 2 s longer than this process, however that ends.
 */
export interface ControlPlane extends AsyncDisposable {
  /** Path of a kubeconfig for an administrator (`system:masters`), with mode 0600. */
  readonly kubeconfigPath: string;
  /**
   * The URL of the API server, `https://127.0.0.1:<port>`. The kubeconfig contains the authority of its certificate.
   */
  readonly serverUrl: string;
  readonly versions: ControlPlaneVersions;
  /** The state directory with keys, data and logs. */
  readonly directory: string;
  /** Path of the audit log with every request; read it with `readAuditLog`. */
  readonly auditLogPath: string;
  /** Path of the log of each component. */
  readonly logs: Readonly<Partial<Record<ComponentName, string>>>;
  /** The certificate of a node's kubelet, and the authority whose clients the kubelet accepts. */
  readonly kubeletIdentity: KubeletIdentity;
  /** Starts more processes, which end with this control plane. */
  readonly processes: Processes;
  /**
   * The prefix `127.x.y` of loopback addresses that only this control plane uses. `.1` is taken, `.2` to `.254` are
   * free; so are those of `127.(x+128).y`. x is below 96. Throws: on systems whose loopback interface has only one
   * address (macOS).
   */
  readonly subnet: string;
  /**
   * Runs the pinned kubectl as administrator and returns its stdout. Throws: an error with its stderr if it fails;
   * after a timeout (`wait`, `rollout status`) also with the Pods that are not ready, the reasons, and the ends of
   * their logs.
   */
  kubectl(this: void, args: readonly string[], options?: KubectlOptions): Promise<string>;
  /** Stops a running component: an outage that lasts until `restart`. */
  stop(this: void, component: ComponentName, options?: StopOptions): Promise<void>;
  /**
   * Stops a running component, starts it again on the same port, and waits until it works; after etcd, waits for the
   * API server as well.
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
