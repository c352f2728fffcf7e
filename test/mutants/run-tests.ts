import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { node, run } from '../repo/run.ts';
import type { NamedTest } from './mutant.ts';

/** What became of one named test. `absent`: no test of that title ran, for instance because its file did not load. */
export type TestVerdict = 'passed' | 'failed' | 'absent';

export interface TestRun {
  verdict(test: NamedTest): TestVerdict;
  /** What Vitest printed. */
  readonly output: string;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** Runs the named tests, and no others of their files, in the copy at `cwd`. */
export async function runTests(tests: readonly NamedTest[], cwd: string, signal: AbortSignal): Promise<TestRun> {
  const reportFile = path.join(cwd, 'report.json');
  await rm(reportFile, { force: true });
  const files = [...new Set(tests.map(({ file }) => file))];
  const pattern = tests.map(({ title }) => `${RegExp.escape(title)}$`).join('|');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', '--root', '.'] as const;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const { output } = await run(node('vitest', ...vitest, ...reporters, '-t', pattern, ...files), { cwd, signal });
  if (!existsSync(reportFile)) return { output, verdict: () => 'absent' };
  const report = JSON.parse(await readFile(reportFile, 'utf8')) as Report;
  return { output, verdict: (test) => verdictOf(test, report, cwd) };
}

function verdictOf({ file, title }: NamedTest, { testResults }: Report, cwd: string): TestVerdict {
  const statuses = testResults
    .filter(({ name }) => path.relative(cwd, name) === path.normalize(file))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((result) => result.title === title && ['passed', 'failed'].includes(result.status))
    .map(({ status }) => status);
  if (statuses.length === 0) return 'absent';
  return statuses.includes('failed') ? 'failed' : 'passed';
}
