import type { Outcome } from '../ci/outcome.ts';

/** The result of a suite on one version. */
export interface SuiteResult {
  readonly suite: string;
  readonly passed: number;
  /** The titles of failed tests. */
  readonly failures: readonly string[];
}

export interface Row {
  readonly version: string;
  /** Why the version cannot be installed here. @default - it is installed */
  readonly obstacle?: string;
  /** Whether a version that cannot be installed fails the command. @default false */
  readonly isRequired?: boolean;
  readonly results: readonly SuiteResult[];
}

/** @param outcome `undefined` if the suite did not run to its end */
export function summarize(suite: string, outcome: Outcome | undefined): SuiteResult {
  if (outcome === undefined) return { suite, passed: 0, failures: ['the suite did not end'] };
  const passed = outcome.files.reduce((sum, file) => sum + file.passed, 0);
  const failures = outcome.files.flatMap((file) => file.failures.map(({ title }) => title));
  const all = [...failures, ...outcome.outside.map(({ error }) => error.split('\n')[0] ?? '')];
  return { suite, passed, failures: passed + all.length === 0 ? ['no test ran'] : all };
}

/** A line for each version, then the failures. */
export function formatTable(rows: readonly Row[]): string {
  const lines = rows.map(({ version, obstacle, results }) =>
    [`Kubernetes ${version}`.padEnd(18), ...(obstacle === undefined ? results.map(formatResult) : ['not available'])]
      .join('  ')
      .trimEnd(),
  );
  const notes = rows.flatMap(({ version, obstacle, results }) => [
    ...(obstacle === undefined ? [] : [`${version}: ${obstacle}`]),
    ...results.flatMap(({ suite, failures }) => failures.map((each) => `${version} ${suite}: FAILED ${each}`)),
  ]);
  return [...lines, ...notes].join('\n');
}

function formatResult({ suite, passed, failures }: SuiteResult): string {
  return `${suite}: ${passed} passed, ${failures.length} failed`.padEnd(36);
}

export function hasFailed(rows: readonly Row[]): boolean {
  const isFailed = ({ obstacle, isRequired = false, results }: Row): boolean =>
    (obstacle !== undefined && isRequired) || results.some(({ failures }) => failures.length > 0);
  return rows.some(isFailed) || rows.every(({ obstacle }) => obstacle !== undefined);
}
