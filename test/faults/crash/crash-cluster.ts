import { randomBytes } from 'node:crypto';

import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../../operator/runtime/src/client/index.ts';
import { Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { kwokNodeName } from '../../../operator/control-plane/src/control-plane/components/kwok.ts';
import { type ControlPlane, startCluster } from '../../../operator/testing/src/index.ts';
import { images } from '../../support/operator-image.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';
import { HeldPods } from './held-pods.ts';

/** A cluster that is thrown away together with all objects of crashed operators. */
export interface CrashCluster extends AsyncDisposable {
  readonly controlPlane: ControlPlane;
  readonly client: Client;
  /** Schedules the Pods of the cluster, and can hold them back. */
  readonly pods: Pick<HeldPods, 'hold' | 'letGo'>;
  /**
   * Creates a namespace.
   * @param what the prefix of the name
   */
  newNamespace(what: string): Promise<string>;
}

/** Starts a cluster with all kinds of this repository. */
export async function startCrashCluster(): Promise<CrashCluster> {
  // Not `startTestCluster`, which keeps audit logs to check permissions: operators run as an administrator here.
  const cluster = await startCluster({ components: { scheduler: false }, node: { images } });
  const { controlPlane, node } = cluster;
  const { client } = await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock });
  await serveOurKinds(client, controlPlane);
  const pods = new HeldPods(client, { processes: node.name, simulated: kwokNodeName });
  return {
    controlPlane,
    client,
    pods,
    async newNamespace(what) {
      const name = `${what}-${randomBytes(4).toString('hex')}`;
      await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      return name;
    },
    async [Symbol.asyncDispose]() {
      await pods[Symbol.asyncDispose]();
      await client.transport.close();
      await cluster[Symbol.asyncDispose]();
    },
  };
}
