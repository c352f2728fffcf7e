import { afterAll, beforeAll } from 'vitest';

import type { OperatorSettings } from '@kubewright/infra';

import type { Client } from '../../../operator/runtime/src/client/index.ts';
import {
  MutatingWebhookConfiguration,
  Namespace,
  Secret,
  ValidatingWebhookConfiguration,
} from '../../../operator/runtime/src/kinds/index.ts';
import { installGates } from '../../support/gate/installed-gates.ts';
import type { InstalledOperator, InstallOptions } from '../../support/install-operator.ts';
import { OperatorAudit } from '../../support/operator-audit.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { createPrintingKubectl, type PrintingKubectl } from '../support/run-kubectl.ts';

/** The operator of the kind Gate in a cluster, for tests of its webhooks. */
export interface InstalledGates {
  readonly own: TestCluster;
  readonly client: Client;
  readonly operator: InstalledOperator;
  readonly kubectl: PrintingKubectl;
  readonly audit: OperatorAudit;
  /** The namespace in which tests create Gates. */
  readonly namespace: string;
  secret(): Promise<Secret>;
  /** Returns the generations of both webhook configurations. */
  generations(): Promise<readonly number[]>;
}

/** The name of the Service and of the Secret, and the prefix of the configurations' names. */
export const webhookName = 'gates-webhooks';
export const configurationName = `${webhookName}-gate`;
export const configurationKinds = [MutatingWebhookConfiguration, ValidatingWebhookConfiguration] as const;

/** Lifetimes with which no certificate is renewed during a test. Each replica checks its certificate every second. */
export const longLived: OperatorSettings = {
  webhookSettleTime: '3s',
  webhookCertLifetime: '1h',
  webhookAuthorityLifetime: '4h',
};

/** Gives a group of tests the operator of Gates, alone in its cluster. */
export function useGates(
  own: () => TestCluster,
  options: Omit<InstallOptions, 'client' | 'namespace' | 'other'>,
  namespace = 'gates',
): () => InstalledGates {
  let gates: InstalledGates | undefined;
  beforeAll(async () => {
    gates = await installedGates(own(), { ...options, namespace });
  });
  afterAll(async () => {
    await gates?.operator[Symbol.asyncDispose]();
  });
  return () => {
    if (gates === undefined) throw new Error('use the operator only in tests and hooks');
    return gates;
  };
}

/** Installs the operator of Gates. Disposing `operator` uninstalls it. */
export async function installedGates(
  own: TestCluster,
  { namespace, ...options }: Omit<InstallOptions, 'client' | 'other'>,
): Promise<InstalledGates> {
  const { client, cluster } = own;
  const { controlPlane } = cluster;
  const system = `${namespace}-system`;
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const operator = await installGates({ ...options, client, namespace: system });
  return {
    ...{ own, client, operator, namespace },
    kubectl: await createPrintingKubectl(controlPlane),
    audit: new OperatorAudit(client, controlPlane.auditLogPath, 'gates'),
    secret: () => client.resource(Secret).get({ namespace: system, name: webhookName }),
    generations: () =>
      Promise.all(
        configurationKinds.map(
          async (kind) => (await client.resource(kind).get({ name: configurationName })).metadata.generation ?? 0,
        ),
      ),
  };
}
