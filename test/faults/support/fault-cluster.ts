import { randomBytes } from 'node:crypto';

import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../../operator/runtime/src/client/index.ts';
import { Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { type ControlPlane, startControlPlane } from '../../../operator/testing/src/index.ts';
import { keepLogs } from '../../support/kept-logs.ts';
import { OperatorAudit } from '../../support/operator-audit.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';

/** A control plane that serves all our kinds and whose Pods are all simulated; it is thrown away with what is in it. */
export interface FaultCluster extends AsyncDisposable {
  readonly controlPlane: ControlPlane;
  /** Of an administrator, who no fault comes between. */
  readonly client: Client;
  readonly audit: OperatorAudit;
  /** Makes a namespace. @param what the beginning of its name */
  newNamespace(what: string): Promise<string>;
}

export async function startFaultCluster(): Promise<FaultCluster> {
  const controlPlane = await startControlPlane();
  const { client } = await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock });
  await serveOurKinds(client, controlPlane);
  return {
    controlPlane,
    client,
    audit: new OperatorAudit(client, controlPlane.auditLogPath),
    async newNamespace(what) {
      const name = `${what}-${randomBytes(4).toString('hex')}`;
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
 * Starts the other parts of a control plane again after its API server was away: how long these wait before they look
 * for it again is not what is measured.
 */
export async function restartOthers(controlPlane: ControlPlane): Promise<void> {
  const others = ['kube-controller-manager', 'kube-scheduler', 'kwok'] as const;
  await Promise.all(others.map((component) => controlPlane.restart(component)));
}
