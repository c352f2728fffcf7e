import { OperatorError } from '@kubewright/runtime/internal/base';

import { describeUnreadyPods } from '../diagnosis/unready-pods.ts';
import type { ComponentName } from './components/component.ts';
import type { ManagedComponent } from './components/managed-component.ts';
import type { ControlPlane, ControlPlaneVersions } from './control-plane.ts';
import { runKubectl } from './kubectl.ts';
import { buildKubeletIdentity, type Urls } from './parts.ts';
import type { PartsContext } from './parts-context.ts';
import type { ServerClient } from './server-client.ts';

export interface RunningContext extends PartsContext, Urls {
  readonly versions: ControlPlaneVersions;
  /** The loopback addresses of this control plane; absent on systems with only one loopback address. */
  readonly subnet: string | undefined;
}

export function runningControlPlane(context: RunningContext): ControlPlane {
  const { serverUrl, versions, directory, pki, processes, egress, teardown, parts } = context;
  const kubeconfigPath = directory.getKubeconfigPath('admin');
  const stop: ControlPlane['stop'] = async (component, { graceMs = 0 } = {}) =>
    partOf(context, component).stop(graceMs);
  const restart: ControlPlane['restart'] = async (component, options) => {
    await stop(component, options);
    await partOf(context, component).start();
    if (component === 'etcd') await partOf(context, 'kube-apiserver').waitUntilReady();
  };
  return {
    ...{ kubeconfigPath, serverUrl, versions, processes, stop, restart },
    directory: directory.path,
    auditLogPath: directory.auditLog,
    logs: Object.fromEntries([...parts.values()].map(({ name, logFile }) => [name, logFile])),
    kubeletIdentity: buildKubeletIdentity(pki),
    get subnet() {
      if (context.subnet !== undefined) return context.subnet;
      throw new OperatorError('CLUSTER_FAILED', 'get a loopback subnet', {
        hint: 'this system supports only 127.0.0.1; use Linux',
      });
    },
    kubectl(args, options) {
      const setup = {
        command: context.binaries.kubectl,
        kubeconfig: kubeconfigPath,
        cacheDirectory: directory.kubectlCache,
      };
      const explain = (): Promise<string> => describeUnreadyPods((question) => runKubectl(setup, question));
      return runKubectl({ ...setup, ...(hasWaited(args) && { explain }) }, args, options);
    },
    connectNetwork: (network) => egress.connect(network),
    async forgetHistory() {
      await compactEtcd(context.etcdClient, context.etcdUrl);
      await restart('kube-apiserver');
    },
    [Symbol.asyncDispose]: () => teardown[Symbol.asyncDispose](),
  };
}

function partOf({ parts }: RunningContext, name: ComponentName): ManagedComponent {
  const part = parts.get(name);
  if (part !== undefined) return part;
  throw new OperatorError('CLUSTER_FAILED', `find ${name}`, {
    hint: 'this control plane was started without this component',
  });
}

/** Whether a kubectl command waits for the cluster: then the state of Pods may explain its failure. */
function hasWaited(args: readonly string[]): boolean {
  return args.includes('wait') || (args.includes('rollout') && args.includes('status'));
}

/** etcd rejects an empty key. This key sorts before all others. */
const firstKey = Buffer.from([0]).toString('base64');

/**
 * Compacts etcd at the current revision, via its gRPC gateway
 * (https://etcd.io/docs/latest/dev-guide/api_grpc_gateway/).
 */
async function compactEtcd(client: ServerClient, etcdUrl: string): Promise<void> {
  const { header } = await post<{ header: { revision: string } }>(client, `${etcdUrl}/v3/kv/range`, { key: firstKey });
  await post(client, `${etcdUrl}/v3/kv/compaction`, { revision: header.revision, physical: true });
}

async function post<T>(client: ServerClient, url: string, body: object): Promise<T> {
  const { status, text } = await client.call(url, { method: 'POST', body });
  // A second compaction at the same revision fails, but there is nothing left to compact.
  if (status === 200 || text.includes('has been compacted')) return JSON.parse(text) as T;
  throw new OperatorError('CLUSTER_FAILED', 'compact etcd', { hint: `etcd answered ${status}: ${text}` });
}
