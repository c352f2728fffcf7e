import { randomBytes } from 'node:crypto';

import type { Client } from '../../../operator/src/runtime/client/index.ts';
import { Namespace } from '../../../operator/src/runtime/kinds/index.ts';
import { kwokNodeName } from '../../../operator/src/testing/control-plane/components/index.ts';
import type { ControlPlane } from '../../../operator/src/testing/index.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';
import { startTestCluster } from '../../support/test-cluster.ts';
import { HeldPods } from './held-pods.ts';

/** A cluster that is thrown away with all that crashed operators leave in it. */
export interface CrashCluster extends AsyncDisposable {
  readonly controlPlane: ControlPlane;
  readonly client: Client;
  /** Its scheduler. */
  readonly pods: Pick<HeldPods, 'hold' | 'letGo'>;
  /** Makes a namespace. @param what the beginning of its name */
  newNamespace(what: string): Promise<string>;
}

/** Starts a cluster that serves all our kinds. */
export async function startCrashCluster(): Promise<CrashCluster> {
  const own = await startTestCluster({ components: { scheduler: false } });
  const { client, cluster } = own;
  await serveOurKinds(client, cluster.controlPlane);
  const pods = new HeldPods(client, { processes: cluster.node.name, simulated: kwokNodeName });
  return {
    controlPlane: cluster.controlPlane,
    client,
    pods,
    async newNamespace(what) {
      const name = `${what}-${randomBytes(4).toString('hex')}`;
      await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      return name;
    },
    async [Symbol.asyncDispose]() {
      await pods[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}
