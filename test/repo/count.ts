/**
 * Prints the failed tests of the JSON reports of Vitest that the arguments name, and as the last line
 * `N passed, N failed`, summed over them. A failure outside of a test counts as one failed test: a file that did not
 * load, a run that ended without a report.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The fields of Vitest's JSON report that are counted. */
export interface Report {
  readonly success: boolean;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  /** An absolute path. */
  readonly name: string;
  readonly status: string;
  /** Why the file did not load. */
  readonly message?: string;
  readonly assertionResults: readonly TestResult[];
}

interface TestResult {
  readonly status: string;
  /** With the names of the describes around it. */
  readonly fullName: string;
  readonly failureMessages?: readonly string[] | null;
}

export interface Count {
  readonly passed: number;
  readonly failed: number;
}

export function count({ success, testResults }: Report): Count {
  const statuses = testResults.flatMap(statusesOf);
  const passed = statuses.filter((status) => status === 'passed').length;
  const failed = statuses.filter((status) => status === 'failed').length;
  return { passed, failed: failed === 0 && !success ? 1 : failed };
}

/** One status per test; a file that failed without a failing test counts as a failing test. */
function statusesOf({ status, assertionResults }: FileResult): string[] {
  const statuses = assertionResults.map((result) => result.status);
  return status === 'failed' && !statuses.includes('failed') ? [...statuses, 'failed'] : statuses;
}

/** One text per failed test, and per file that failed without one: its name, and the first lines of the error. */
export function failuresIn({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}\n${startOf(message)}`];
    return failed.map((test) => `${file} > ${test.fullName}\n${startOf(test.failureMessages?.join('\n'))}`);
  });
}

function startOf(message = ''): string {
  const lines = message.split('\n').slice(0, 20);
  return lines.map((line) => `    ${line.slice(0, 300)}`).join('\n');
}

function readReport(file: string): Report {
  if (!existsSync(file)) return { success: false, testResults: [] };
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

if (import.meta.main) {
  const reports = process.argv.slice(2).map(readReport);
  for (const failure of reports.flatMap(failuresIn)) console.log(`FAILED: ${failure}`);
  const counts = reports.map(count);
  const sum = (of: keyof Count): number => counts.reduce((total, each) => total + each[of], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}
