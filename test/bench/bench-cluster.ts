import path from 'node:path';

import { systemClock } from '../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../operator/runtime/src/client/index.ts';
import { CustomResourceDefinition, Namespace } from '../../operator/runtime/src/kinds/index.ts';
import { type ControlPlane, startControlPlane } from '../../operator/testing/src/index.ts';
import { createAccount, requestToken, formatUser } from '../support/accounts.ts';
import { writeKubeconfig } from '../support/kubeconfig.ts';
import { until } from '../support/until.ts';
import { Widget } from './peers/kubewright/widget.ts';

export const namespace = 'bench';
const account = { namespace, name: 'peer' };

/**
 * A new control plane with the kind Widget: either only an API server and etcd, whose work is the same for every peer,
 * or a whole control plane, whose controllers run Deployments. A peer is the operator in one framework.
 */
export interface BenchCluster extends AsyncDisposable {
  readonly controlPlane: ControlPlane;
  readonly client: Client;
  /** A kubeconfig with the token of a ServiceAccount, as an operator in a cluster has it. */
  readonly peerKubeconfig: string;
  /** The user name of the peer's ServiceAccount in the audit log. */
  readonly peerUser: string;
}

export async function startBenchCluster({ whole = false } = {}): Promise<BenchCluster> {
  const controlPlane = await startControlPlane(
    whole ? {} : { components: { controllerManager: false, scheduler: false, kwok: false } },
  );
  const { client } = await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock });
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await createAccount(client, account);
  await client.resource(CustomResourceDefinition).create(Widget.crd);
  await until('Widgets are served', () => isServed(client));
  const peerKubeconfig = path.join(controlPlane.directory, 'peer.kubeconfig');
  await writeKubeconfig(controlPlane.kubeconfigPath, {
    path: peerKubeconfig,
    token: await requestToken(client, account),
  });
  return {
    ...{ controlPlane, client, peerKubeconfig, peerUser: formatUser(account) },
    async [Symbol.asyncDispose]() {
      await client.transport.close();
      await controlPlane[Symbol.asyncDispose]();
    },
  };
}

async function isServed(client: Client): Promise<boolean> {
  await client.resource(Widget).list({ namespace });
  return true;
}
