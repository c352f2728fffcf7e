import { keepRecord, readRecords } from './run-directory.ts';

/** A control plane that ran, and where its audit log is. */
export interface ClusterRecord {
  readonly auditLogPath: string;
}

/** An operator that was installed: who it is, and what it may do. */
export interface OperatorRecord {
  /** Its ServiceAccount as a user name. */
  readonly user: string;
  /** Which set of rules it was given: `all, cluster-wide`, `echo, namespaced` … */
  readonly ruleSet: string;
  readonly granted: readonly string[];
}

/** Names a set of rules. @param controllers those that run; `undefined`: all */
export function ruleSetOf(controllers: readonly string[] | undefined, scope: 'cluster-wide' | 'namespaced'): string {
  return `${controllers?.toSorted().join(' and ') ?? 'all'}, ${scope}`;
}

export function recordCluster(name: string, record: ClusterRecord): void {
  keepRecord('clusters', name, record);
}

export function recordOperator(name: string, record: OperatorRecord): void {
  keepRecord('operators', name, record);
}

export const readClusters = (): readonly ClusterRecord[] => readRecords('clusters') as readonly ClusterRecord[];
export const readOperators = (): readonly OperatorRecord[] => readRecords('operators') as readonly OperatorRecord[];
