import { keepRecord, readRecords } from './run-directory.ts';

/** A control plane that ran, and where its audit log is. */
export interface ClusterRecord {
  readonly auditLogPath: string;
}

/** An operator that was installed: who it is, and what it may do. */
export interface OperatorRecord {
  /** Its ServiceAccount as a user name. */
  readonly user: string;
  /** Which set of rules it was given: `cluster-wide` or `namespaced`. */
  readonly ruleSet: string;
  readonly granted: readonly string[];
}

export function recordCluster(name: string, record: ClusterRecord): void {
  keepRecord('clusters', name, record);
}

export function recordOperator(name: string, record: OperatorRecord): void {
  keepRecord('operators', name, record);
}

export const readClusters = (): readonly ClusterRecord[] => readRecords('clusters') as readonly ClusterRecord[];
export const readOperators = (): readonly OperatorRecord[] => readRecords('operators') as readonly OperatorRecord[];
