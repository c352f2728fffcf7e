import path from 'node:path';

import type { Client } from '../../../operator/runtime/src/client/index.ts';
import { Lease } from '../../../operator/runtime/src/kinds/index.ts';
import { type OperatorProcess, startOperator } from '../../support/start-operator.ts';
import { until } from '../../support/until.ts';
import { createAccount, requestToken, formatUser } from '../../support/accounts.ts';
import type { FaultCluster } from './fault-cluster.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { type Load, loadSettings } from './load.ts';

/** One of two operator processes that compete for the same Lease. */
export interface Replica {
  readonly name: string;
  /** The user name of the process in the audit log, which no other process has. */
  readonly user: string;
  readonly operator: OperatorProcess;
}

/** Two replicas of an operator, with the shortest allowed Lease duration. */
export class Pair {
  readonly load: Load;
  readonly replicas: readonly Replica[];
  readonly #client: Client;

  static async start(cluster: FaultCluster, load: Load): Promise<Pair> {
    const replicas = ['a', 'b'].map((name) => startReplica(cluster, load, name));
    const pair = new Pair(cluster.client, load, await Promise.all(replicas));
    await Promise.all(pair.replicas.map(({ operator }) => operator.ready()));
    return pair;
  }

  private constructor(client: Client, load: Load, replicas: readonly Replica[]) {
    this.#client = client;
    this.load = load;
    this.replicas = replicas;
  }

  /** Returns the replica that holds the Lease now. */
  async holder(): Promise<Replica | undefined> {
    const holder = (await this.lease()).spec.holderIdentity ?? '';
    return this.replicas.find(({ name }) => holder.startsWith(`${name}_`));
  }

  /** Returns how often the Lease has changed its holder. */
  async transitions(): Promise<number> {
    return (await this.lease()).spec.leaseTransitions ?? 0;
  }

  /**
   * Waits until a replica holds the Lease.
   * @param before the former leader, which does not count
   */
  leader(before?: Replica): Promise<Replica> {
    const other = async (): Promise<Replica | false> => {
      const holder = await this.holder();
      return holder !== undefined && holder !== before && holder;
    };
    return until('a replica leads', other, { everyMs: 100 });
  }

  lease(): Promise<Lease> {
    return this.#client.resource(Lease).get({ namespace: this.load.namespace, name: 'kubewright' });
  }
}

async function startReplica({ client, controlPlane }: FaultCluster, load: Load, name: string): Promise<Replica> {
  const { namespace, type } = load;
  const account = { namespace, name };
  await createAccount(client, account);
  const kubeconfigPath = path.join(controlPlane.directory, `${namespace}-${name}.kubeconfig`);
  await writeKubeconfig(controlPlane.kubeconfigPath, {
    path: kubeconfigPath,
    token: await requestToken(client, account),
  });
  const operator = await startOperator({
    ...{ controlPlane, kubeconfigPath, controllers: type.controllers },
    // With the level `debug`, the log contains the time of each request.
    settings: { ...loadSettings, LOG_LEVEL: 'debug', LOG_FORMAT: 'json' },
    namespaces: [namespace],
    election: { namespace, name, quick: true },
  });
  return { name, user: formatUser(account), operator };
}
