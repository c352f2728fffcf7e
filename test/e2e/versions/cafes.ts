import { getKey, type Kind } from '../../../operator/runtime/src/base/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';
import { ConfigMap, CustomResourceDefinition, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import type { OperatorDefinition } from '@kubewright/runtime';

import { CafeV1, CafeV2 } from '../../support/samples/cafe/index.ts';
import { definitionName, installRelease } from '../../support/cafe/installed-cafes.ts';
import type { InstalledOperator, InstallOptions } from '../../support/install-operator.ts';
import { OperatorAudit } from '../../support/operator-audit.ts';
import { readFromEtcd } from '../../support/stored-in-etcd.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { type Printed, createPrintingKubectl, type PrintingKubectl } from '../support/run-kubectl.ts';

/** The namespace of the Cafes and of their operator. */
export const namespace = 'cafes';
export const system = 'cafes-system';

/**
 * Lifetimes with which each replica checks its certificate every second, and no certificate is renewed during a test.
 */
export const longLived = { webhookSettleTime: '3s', webhookCertLifetime: '1h', webhookAuthorityLifetime: '4h' };

/** A cluster with Cafes, and their operator in several releases. */
export class Cafes {
  readonly own: TestCluster;
  readonly client: Client;
  readonly audit: OperatorAudit;
  readonly kubectl: PrintingKubectl;
  operator: InstalledOperator | undefined;

  private constructor(own: TestCluster, kubectl: PrintingKubectl) {
    this.own = own;
    this.client = own.client;
    this.kubectl = kubectl;
    this.audit = new OperatorAudit(own.client, own.cluster.controlPlane.auditLogPath, 'cafes');
  }

  static async in(own: TestCluster): Promise<Cafes> {
    const metadata = { name: namespace };
    await own.client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata });
    return new Cafes(own, await createPrintingKubectl(own.cluster.controlPlane));
  }

  /** Installs a release, or upgrades to it. */
  async release(definition: OperatorDefinition, options: Partial<InstallOptions> = {}): Promise<void> {
    const converts = definition.conversions !== undefined;
    const settings = { ...(converts && longLived), ...options.settings };
    const { client } = this;
    this.operator = await installRelease(definition, { replicas: 2, ...options, client, namespace: system, settings });
  }

  /** Runs kubectl in the namespace of the Cafes. */
  print(args: readonly string[], input?: object): Promise<Printed> {
    return this.kubectl(['--namespace', namespace, ...args], input);
  }

  /** Reads a Cafe in one version. */
  async read(version: 'v1' | 'v2', name: string): Promise<CafeV1 & CafeV2> {
    const api: Kind = version === 'v1' ? CafeV1 : CafeV2;
    return (await this.client.resource(api).get({ namespace, name })) as CafeV1 & CafeV2;
  }

  /** Returns the number of objects that etcd stores in each version. */
  async stored(): Promise<Readonly<Record<string, number>>> {
    const objects = await readFromEtcd(this.own.cluster.controlPlane, CafeV2);
    const versions = Map.groupBy(objects, ({ apiVersion }) => apiVersion.slice(apiVersion.indexOf('/') + 1));
    return Object.fromEntries([...versions].map(([version, { length }]) => [version, length]));
  }

  definition(): Promise<CustomResourceDefinition> {
    return this.client.resource(CustomResourceDefinition).get({ name: definitionName });
  }

  /** Waits until the board (a ConfigMap) of a Cafe has this content. */
  async untilBoard(name: string, data: Readonly<Record<string, string>>): Promise<void> {
    await until(`the board of ${name} has ${JSON.stringify(data)}`, async () => {
      const found = await this.client.resource(ConfigMap).get(getKey({ metadata: { namespace, name } }));
      if (JSON.stringify(found.data) !== JSON.stringify(data)) throw new Error(JSON.stringify(found.data));
      return true;
    });
  }
}

export function buildCafe(version: 'v1' | 'v2', name: string, spec: object): object {
  return { apiVersion: `example.com/${version}`, kind: 'Cafe', metadata: { namespace, name }, spec };
}
