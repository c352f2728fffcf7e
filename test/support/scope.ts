import { randomBytes } from 'node:crypto';

import { inject } from 'vitest';

import { systemClock } from '../../operator/src/runtime/base/index.ts';
import { type Client, connect } from '../../operator/src/runtime/client/index.ts';
import { Namespace } from '../../operator/src/runtime/kinds/index.ts';
import { type InstalledOperator, installOperator, type InstallOptions } from './install-operator.ts';

/** A test's own part of the shared cluster: a namespace, and an operator that serves it and nothing else. */
export interface Scope extends AsyncDisposable {
  readonly client: Client;
  readonly namespace: string;
  readonly operator: InstalledOperator;
  readonly auditLogPath: string;
  /** Where a node port is reached: `host:port`. */
  nodePortAddress(port: number): string;
}

export type ScopeOptions = Partial<Pick<InstallOptions, 'replicas' | 'settings'>>;

/** Makes a scope. Dispose it in `afterAll`. */
export async function createScope(options: ScopeOptions = {}): Promise<Scope> {
  const name = `t-${randomBytes(4).toString('hex')}`;
  const { client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock });
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const operator = await installOperator({ client, namespace: `${name}-operator`, namespaces: [name], ...options });
  const host = inject('nodeAddress');
  return {
    client,
    namespace: name,
    operator,
    auditLogPath: inject('auditLogPath'),
    nodePortAddress: (port) => `${host}:${String(port)}`,
    async [Symbol.asyncDispose]() {
      // The other way round the operator would lose its rights in the namespace while it still works there.
      await operator[Symbol.asyncDispose]();
      await client.resource(Namespace).delete({ name }, { propagation: 'Background' });
      await client.transport.close();
    },
  };
}
