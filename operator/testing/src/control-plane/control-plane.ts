import type { KubeletIdentity } from '../kubelet/index.ts';
import type { Processes } from '../processes/index.ts';
import type { ComponentExit, ComponentName } from './components/index.ts';
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
   * Folder for keys, data and logs. One that was used before is continued: same data, same keys, another port. One
   * control plane at a time. It is never removed.
   * @default - a new temporary folder, which is removed when the control plane stops
   */
  readonly stateDirectory?: string;
  /** Do not remove the temporary folder. @default false */
  readonly keep?: boolean;
  /** Called with what is going on, many times a second while something is built or downloaded. @default - nothing */
  readonly onProgress?: OnProgress;
  /** Called when a part ends without having been stopped. @default - nothing; calls to it fail */
  readonly onComponentExit?: (exit: ComponentExit) => void;
  /** Ends the start, however far it is; all that runs is stopped. No meaning later. @default - never */
  readonly signal?: AbortSignal;
}

/** What runs, each version with its `v`. */
export interface ControlPlaneVersions {
  /** As the API server itself says. */
  readonly kubernetes: string;
  /** As etcd itself says. */
  readonly etcd: string;
  /** As pinned. */
  readonly kwok: string;
}

export interface StopOptions {
  /**
   * Time between SIGTERM and SIGKILL, in milliseconds. The API server and etcd use all of it while anybody watches.
   * @default 0 - killed at once, as in a crash
   */
  readonly graceMs?: number;
}

/**
 * A real Kubernetes control plane on this machine's loopback interface, without containers.
 *
 * Guarantees: nothing of it outlives this process, however that ends (within 2 s). Several run at once. Disposing ends
 * everything that was started through `processes` too, at once; who wants that to end gently stops it first. Its methods
 * may be taken out of it: `const { kubectl } = controlPlane`.
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
  /** With what a node's kubelet proves itself to the API server, and whom it answers to. */
  readonly kubeletIdentity: KubeletIdentity;
  /** Starts further processes that end with this control plane. */
  readonly processes: Processes;
  /**
   * `127.x.y`: loopback addresses that belong to this control plane alone; `.1` is taken, `.2` to `.254` are free.
   * So do those of `127.(x+128).y`; x is below 128.
   *
   * Throws: on systems whose loopback interface has one address only (macOS).
   */
  readonly subnet: string;
  /**
   * Runs the pinned kubectl as administrator and returns its stdout.
   *
   * Throws: its stderr when it fails; if it has waited in vain (`wait`, `rollout status`), also the Pods that are not
   * ready, why, and the ends of their logs.
   */
  kubectl(this: void, args: readonly string[], options?: KubectlOptions): Promise<string>;
  /** Stops a part, if it runs: an outage that lasts until `restart`. */
  stop(this: void, component: ComponentName, options?: StopOptions): Promise<void>;
  /** Stops a part, if it runs, starts it again on the same port and waits until it works again (after etcd: the API server too). */
  restart(this: void, component: ComponentName, options?: StopOptions): Promise<void>;
  /**
   * Makes every resourceVersion up to now too old to watch or list from (410 Expired): compacts etcd and restarts the
   * API server. Compaction alone would not do, the watch cache still serves what it remembers.
   */
  forgetHistory(this: void): Promise<void>;
}
