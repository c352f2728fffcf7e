import { randomBytes } from 'node:crypto';

import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../../operator/runtime/src/client/index.ts';
import { Lease, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { type ControlPlane, startControlPlane } from '../../../operator/testing/src/index.ts';
import { kwokNodeName } from '../../../operator/testing/src/control-plane/components/kwok-objects.ts';
import { keepLogs } from '../../support/kept-logs.ts';
import { deleteIfPresent } from '../../support/manifests.ts';
import { OperatorAudit } from '../../support/operator-audit.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';

/** A control plane that serves all our kinds, and whose Pods are all simulated; it is removed with all that it holds. */
export interface FaultCluster extends AsyncDisposable {
  readonly controlPlane: ControlPlane;
  /** An administrator's, which no fault is between. */
  readonly client: Client;
  readonly audit: OperatorAudit;
  /** Creates a namespace. @param prefix of its name */
  newNamespace(prefix: string): Promise<string>;
}

export interface FaultClusterOptions {
  /** Whether anything runs beside etcd and the API server: children with Pods need it, CronJobs do not. @default true */
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
 * Restarts what runs beside etcd and the API server once that was away, so that no test waits for it: for the backoff of
 * each, and for kwok until the Lease of the simulated node has expired, which it held under another name.
 */
export async function restartOthers({ controlPlane, client }: FaultCluster): Promise<void> {
  await controlPlane.stop('kwok');
  await deleteIfPresent(client, Lease, { namespace: 'kube-node-lease', name: kwokNodeName });
  const others = ['kube-controller-manager', 'kube-scheduler', 'kwok'] as const;
  await Promise.all(others.map((component) => controlPlane.restart(component)));
}
