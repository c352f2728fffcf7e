/**
 * Prints one line, `N passed, N failed`, summed over the JSON reports of Vitest that the arguments name. A failure
 * outside of a test counts as one failed test: a file that did not load, a run that ended without a report.
 */
import { existsSync, readFileSync } from 'node:fs';

/** The fields of Vitest's JSON report that are counted. */
export interface Report {
  readonly success: boolean;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
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

function countFile(file: string): Count {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  return count(JSON.parse(readFileSync(file, 'utf8')) as Report);
}

if (import.meta.main) {
  const counts = process.argv.slice(2).map(countFile);
  const sum = (of: keyof Count): number => counts.reduce((total, each) => total + each[of], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}
