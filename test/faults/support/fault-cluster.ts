import { randomBytes } from 'node:crypto';

import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../../operator/runtime/src/client/index.ts';
import { Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { type ControlPlane, startControlPlane } from '../../../operator/testing/src/index.ts';
import { keepLogs } from '../../support/retained-logs.ts';
import { OperatorAudit } from '../../support/operator-audit.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';

/**
 * A control plane with all kinds of this repository, on which all Pods are simulated. Its data are removed when it is
 * disposed.
 */
export interface FaultCluster extends AsyncDisposable {
  readonly controlPlane: ControlPlane;
  /** A client with administrator permissions, which connects directly, without the proxies that cause faults. */
  readonly client: Client;
  readonly audit: OperatorAudit;
  /**
   * Creates a namespace with a unique name.
   * @param prefix the start of the name
   */
  newNamespace(prefix: string): Promise<string>;
}

export interface FaultClusterOptions {
  /** Whether the components in addition to etcd and the API server run, which children with Pods need. @default true */
  readonly controllers?: boolean;
}

export async function startFaultCluster({ controllers = true }: FaultClusterOptions = {}): Promise<FaultCluster> {
  const components = { controllerManager: controllers, scheduler: controllers, kwok: controllers };
  const controlPlane = await startControlPlane({ components });
  const { client } = await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock });
  await serveOurKinds(client, controllers ? controlPlane : undefined);
  return {
    controlPlane,
    client,
    audit: new OperatorAudit(client, controlPlane.auditLogPath),
    async newNamespace(prefix) {
      const name = `${prefix}-${randomBytes(4).toString('hex')}`;
      await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      return name;
    },
    async [Symbol.asyncDispose]() {
      await client.transport.close();
      await keepLogs(controlPlane);
      await controlPlane[Symbol.asyncDispose]();
    },
  };
}

/**
 * Restarts the other components after an outage of the API server, because tests would otherwise wait for their
 * backoff.
 */
export async function restartOthers({ controlPlane }: FaultCluster): Promise<void> {
  const others = ['kube-controller-manager', 'kube-scheduler', 'kwok'] as const;
  await Promise.all(others.map((component) => controlPlane.restart(component)));
}
