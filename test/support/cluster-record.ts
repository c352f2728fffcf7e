import type { Client } from '../../operator/runtime/src/client/index.ts';
import { Namespace } from '../../operator/runtime/src/kinds/index.ts';
import { storeRecord, readRecords } from './run-directory.ts';
import { until } from './until.ts';

/** A control plane that this test run started. */
export interface ClusterRecord {
  /** The uid of its namespace `kube-system`, which identifies the cluster. */
  readonly uid: string;
  readonly auditLogPath: string;
}

/** An operator that this test run installed, with its user and its permissions. */
export interface OperatorRecord {
  /** The `uid` of the cluster that the operator runs in: several clusters may have a user of the same name. */
  readonly cluster: string;
  /** The user name of the operator's ServiceAccount. */
  readonly user: string;
  /** The name of the operator's RBAC rules: `all, cluster-wide`, `echo, namespaced` … */
  readonly ruleSet: string;
  readonly granted: readonly string[];
}

/** The options of an operator, besides its controllers, on which its RBAC rules depend. */
export interface RuleSetOptions {
  readonly scope: 'cluster-wide' | 'namespaced';
  /** Whether metrics are served over TLS with authorization. @default false */
  readonly secureMetrics?: boolean;
}

/** Names the RBAC rules of an operator. @param controllers the controllers that run; `undefined` for all */
export function formatRuleSet(controllers: readonly string[] | undefined, options: RuleSetOptions): string {
  const { scope, secureMetrics = false } = options;
  return `${controllers?.toSorted().join(' and ') ?? 'all'}, ${scope}${secureMetrics ? ', secure metrics' : ''}`;
}

export async function readClusterUid(client: Client): Promise<string> {
  const namespaces = client.resource(Namespace);
  return (await until('the namespace kube-system exists', () => namespaces.tryGet({ name: 'kube-system' }))).metadata
    .uid;
}

/** Stores a record. It replaces an earlier record of the same cluster. */
export function recordCluster(record: ClusterRecord): void {
  storeRecord('clusters', record.uid, record);
}

export function recordOperator(name: string, record: OperatorRecord): void {
  storeRecord('operators', name, record);
}

export const readClusters = (): readonly ClusterRecord[] => readRecords('clusters') as readonly ClusterRecord[];
export const readOperators = (): readonly OperatorRecord[] => readRecords('operators') as readonly OperatorRecord[];
