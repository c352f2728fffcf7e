import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { OperatorError } from '@kubewright/runtime/internal/base';
import { endTrees } from './end-tree.ts';
import { isStillRunning, type ProcessIdentity } from './process-table.ts';

/** The file from which a later run ends the processes of a supervisor that was killed together with its parent. */
export interface ProcessRecord {
  /** The supervisor. The directory is in use while it runs. */
  readonly supervisor: ProcessIdentity | undefined;
  readonly processes: readonly ProcessIdentity[];
}

/** A file with an id of the current boot, because start times on Linux count from boot. */
const bootIdFile = '/proc/sys/kernel/random/boot_id';
const bootId = existsSync(bootIdFile) ? readFileSync(bootIdFile, 'utf8').trim() : '';

const endWithinMs = 2_000;

/** Replaces the record of `directory` atomically, mode 0600. */
export function writeRecord(directory: string, record: ProcessRecord): void {
  const path = getRecordPath(directory);
  writeFileSync(`${path}.new`, JSON.stringify({ bootId, ...record }, undefined, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Removes the record of `directory` if it exists. */
export function removeRecord(directory: string): void {
  rmSync(getRecordPath(directory), { force: true });
}

/**
 * Ends the processes of an earlier supervisor of `directory`, each only if its start time still matches the record, and
 * the system has not been rebooted.
 *
 * Throws: if that supervisor still runs and thus uses the directory.
 */
export async function endLeftovers(directory: string): Promise<void> {
  const record = readRecord(directory);
  if (record === undefined) return;
  const { supervisor, processes } = record;
  if (supervisor !== undefined && isStillRunning(supervisor)) {
    throw new OperatorError('CLUSTER_FAILED', `use ${directory}`, {
      hint: `the directory is in use (process ${supervisor.pid}); stop that process or choose another directory`,
    });
  }
  await endTrees(processes.filter(isStillRunning), endWithinMs);
  removeRecord(directory);
}

function readRecord(directory: string): ProcessRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(getRecordPath(directory), 'utf8')) as ProcessRecord & { bootId: string };
    return record.bootId === bootId ? record : { supervisor: undefined, processes: [] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new OperatorError('CLUSTER_FAILED', 'read the process record', {
      hint: `remove ${getRecordPath(directory)}`,
      cause: error,
    });
  }
}

function getRecordPath(directory: string): string {
  return join(directory, 'processes.json');
}
