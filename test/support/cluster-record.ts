import type { Client } from '../../operator/runtime/src/client/index.ts';
import { Namespace } from '../../operator/runtime/src/kinds/index.ts';
import { keepRecord, readRecords } from './run-directory.ts';
import { until } from './until.ts';

/** A control plane that ran, and where its audit log is. */
export interface ClusterRecord {
  /** Identifies the cluster. */
  readonly uid: string;
  readonly auditLogPath: string;
}

/** An operator that was installed: who it is, and what it may do. */
export interface OperatorRecord {
  /** The `uid` of its cluster: another one may have a user of the same name. */
  readonly cluster: string;
  /** Its ServiceAccount as a user name. */
  readonly user: string;
  /** Which set of rules it was given: `all, cluster-wide`, `echo, namespaced` … */
  readonly ruleSet: string;
  readonly granted: readonly string[];
}

/** Where an operator works, and what else its rights depend on. */
export interface RuleSetOptions {
  readonly scope: 'cluster-wide' | 'namespaced';
  /** @default false */
  readonly secureMetrics?: boolean;
}

/** Names a set of rules. @param controllers those that run; `undefined`: all */
export function ruleSetOf(controllers: readonly string[] | undefined, options: RuleSetOptions): string {
  const { scope, secureMetrics = false } = options;
  return `${controllers?.toSorted().join(' and ') ?? 'all'}, ${scope}${secureMetrics ? ', secure metrics' : ''}`;
}

/** Identifies a cluster: the uid of a namespace that every cluster has. */
export async function uidOf(client: Client): Promise<string> {
  const namespaces = client.resource(Namespace);
  return (await until('there is a kube-system', () => namespaces.tryGet({ name: 'kube-system' }))).metadata.uid;
}

export function recordCluster(name: string, record: ClusterRecord): void {
  keepRecord('clusters', name, record);
}

export function recordOperator(name: string, record: OperatorRecord): void {
  keepRecord('operators', name, record);
}

export const readClusters = (): readonly ClusterRecord[] => readRecords('clusters') as readonly ClusterRecord[];
export const readOperators = (): readonly OperatorRecord[] => readRecords('operators') as readonly OperatorRecord[];
