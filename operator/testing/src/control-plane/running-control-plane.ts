import type { KubeletIdentity } from '../kubelet/index.ts';
import { OperatorError } from '@kubewright/runtime/internal/base';
import { describeUnreadyPods } from '../diagnosis/unready-pods.ts';
import type { Processes } from '../processes/index.ts';
import { compactEtcd } from './compact.ts';
import type { ComponentName } from './components/component.ts';
import type { ManagedComponent } from './components/managed-component.ts';
import type { ControlPlane, ControlPlaneVersions, StopOptions } from './control-plane.ts';
import type { ClusterNetwork } from './egress/egress.ts';
import { runKubectl, type KubectlOptions } from './kubectl.ts';
import { kubeletIdentityOf, type PartsContext, type Urls } from './parts.ts';
import type { Teardown } from './teardown.ts';

export interface RunningContext extends PartsContext, Urls {
  readonly versions: ControlPlaneVersions;
  /** Absent if loopback has one address only. */
  readonly subnet: string | undefined;
  readonly teardown: Teardown;
}

/** Whether a kubectl command waits for the cluster, so that the state of Pods may explain its failure. */
function hasWaited(args: readonly string[]): boolean {
  return args.includes('wait') || (args.includes('rollout') && args.includes('status'));
}

/** A control plane whose parts all run. */
export class RunningControlPlane implements ControlPlane {
  readonly #context: RunningContext;

  constructor(context: RunningContext) {
    this.#context = context;
  }

  get kubeconfigPath(): string {
    return this.#context.directory.kubeconfig('admin');
  }

  get serverUrl(): string {
    return this.#context.serverUrl;
  }

  get versions(): ControlPlaneVersions {
    return this.#context.versions;
  }

  get directory(): string {
    return this.#context.directory.path;
  }

  get auditLogPath(): string {
    return this.#context.directory.auditLog;
  }

  get logs(): Readonly<Partial<Record<ComponentName, string>>> {
    return Object.fromEntries([...this.#context.parts.values()].map(({ name, logFile }) => [name, logFile]));
  }

  get kubeletIdentity(): KubeletIdentity {
    return kubeletIdentityOf(this.#context.pki);
  }

  get processes(): Processes {
    return this.#context.processes;
  }

  get subnet(): string {
    const { subnet } = this.#context;
    if (subnet !== undefined) return subnet;
    throw new OperatorError('CLUSTER_FAILED', 'give out a loopback subnet', {
      hint: 'this system has 127.0.0.1 only; use Linux',
    });
  }

  // Functions of the object, not of its class: they may be destructured.
  readonly kubectl = (args: readonly string[], options?: KubectlOptions): Promise<string> => {
    const { binaries, directory } = this.#context;
    const setup = {
      command: binaries.kubectl,
      kubeconfig: this.kubeconfigPath,
      cacheDirectory: directory.kubectlCache,
    };
    const explain = (): Promise<string> => describeUnreadyPods((question) => runKubectl(setup, question));
    return runKubectl({ ...setup, ...(hasWaited(args) && { explain }) }, args, options);
  };

  readonly stop = async (component: ComponentName, { graceMs = 0 }: StopOptions = {}): Promise<void> => {
    await this.#part(component).stop(graceMs);
  };

  readonly restart = async (component: ComponentName, options: StopOptions = {}): Promise<void> => {
    await this.stop(component, options);
    await this.#part(component).start();
    if (component === 'etcd') await this.#part('kube-apiserver').waitUntilReady();
  };

  readonly connectNetwork = (network: ClusterNetwork): Disposable => this.#context.egress.connect(network);

  readonly forgetHistory = async (): Promise<void> => {
    const { etcdClient, etcdUrl } = this.#context;
    await compactEtcd(etcdClient, etcdUrl);
    await this.restart('kube-apiserver');
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.teardown[Symbol.asyncDispose]();
  }

  #part(name: ComponentName): ManagedComponent {
    const part = this.#context.parts.get(name);
    if (part === undefined)
      throw new OperatorError('CLUSTER_FAILED', `find ${name}`, { hint: 'this control plane was started without it' });
    return part;
  }
}
