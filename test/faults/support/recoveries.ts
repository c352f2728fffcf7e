import { randomBytes } from 'node:crypto';

import { storeRecord, readRecords } from '../../support/run-directory.ts';
import { formatDuration, printProgress } from './progress.ts';

/** The recovery of an operator from a fault. */
export interface Recovery {
  /** The name of the fault and its duration. */
  readonly fault: string;
  /** Milliseconds from the end of the fault until everything is up to date. */
  readonly recoveredMs: number;
  /**
   * The number of the operator's requests from the start of the fault until everything is up to date, including those
   * without a response.
   */
  readonly requests: number;
}

/** Stores a row for the table at the end of the run. */
export function recordRecovery(recovery: Recovery): void {
  storeRecord('recoveries', randomBytes(6).toString('hex'), recovery);
  printProgress(`recovered from ${recovery.fault} after ${formatDuration(recovery.recoveredMs)}`);
}

/** Renders the recoveries of the run as a Markdown table. */
export function renderRecoveries(): string {
  const recoveries = readRecords('recoveries') as readonly Recovery[];
  const rows = recoveries
    .toSorted((a, b) => (a.fault < b.fault ? -1 : 1))
    .map(({ fault, recoveredMs, requests }) => [fault, formatDuration(recoveredMs), String(requests)] as const);
  return alignColumns([['fault', 'recovered after', 'requests'], ...rows]);
}

function alignColumns(rows: readonly (readonly [string, string, string])[]): string {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
