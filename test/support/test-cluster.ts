import { systemClock } from '../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../operator/runtime/src/client/index.ts';
import { type Cluster, type ClusterOptions, startCluster } from '../../operator/testing/src/index.ts';
import { recordCluster, readClusterUid } from './cluster-record.ts';
import { keepLogs } from './retained-logs.ts';
import { images } from './operator-image.ts';

/** A cluster that can run the operator `kubewright`, and an administrator's client. */
export interface TestCluster extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly client: Client;
}

/**
 * Starts a cluster for one test, which may change cluster-wide objects and stop components. Its logs are retained for
 * the tests in `test/e2e/audit`.
 */
export async function startTestCluster(options: ClusterOptions = {}): Promise<TestCluster> {
  const cluster = await startCluster({ ...options, node: { images, ...options.node } });
  const { client } = await connect({ kubeconfig: cluster.controlPlane.kubeconfigPath, clock: systemClock });
  const uid = await readClusterUid(client);
  return {
    cluster,
    client,
    async [Symbol.asyncDispose]() {
      await client.transport.close();
      recordCluster({ uid, auditLogPath: await keepLogs(cluster.controlPlane) });
      await cluster[Symbol.asyncDispose]();
    },
  };
}
