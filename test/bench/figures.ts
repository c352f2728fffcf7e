import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** The measurements of one run, by name; each name contains the unit. */
export type Figures = Readonly<Record<string, number>>;

/** One line of a file of results. */
export interface Result {
  readonly peer: string;
  readonly framework: string;
  readonly widgets: number;
  readonly children: number;
  /** Whether the child is a Deployment. @default false */
  readonly deployments?: boolean;
  /** The number of the run, from 0. */
  readonly repeat: number;
  /** When the run ended, as an RFC 3339 timestamp. */
  readonly at: string;
  /** The commit of this repository that was measured. */
  readonly commit: string;
  readonly machine: string;
  readonly figures: Figures;
}

/** The results of all runs in a file, which has one JSON object per line; empty without the file. */
export function readResults(file: string): readonly Result[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Result);
}

/** Appends the result of one run to a file. An interrupted benchmark can then resume. */
export function appendResult(file: string, result: Result): void {
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}
