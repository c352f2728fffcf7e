import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { node, run } from '../repo/run.ts';
import { testsWith, titlePattern } from '../repo/test-ids.ts';
import type { Mutant } from './mutant.ts';

/** The result of a mutant's test. `absent`: the test did not run, for instance because its file did not load. */
export type TestVerdict = 'passed' | 'failed' | 'absent';

export interface TestRun {
  verdict(mutant: Mutant): TestVerdict;
  /** The output of Vitest. */
  readonly output: string;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** A mutant that makes its test hang is killed as well; nothing else runs beside it that could slow the test down. */
const limits = ['--testTimeout=30000', '--hookTimeout=60000'];

/** Runs the tests of the mutants, without the other tests of their files, in the copy at `cwd`. */
export async function runTests(mutants: readonly Mutant[], cwd: string, signal: AbortSignal): Promise<TestRun> {
  const reportFile = path.join(cwd, 'report.json');
  await rm(reportFile, { force: true });
  const files = [...new Set(mutants.map(({ test }) => test))];
  const patterns = new Map(await Promise.all(mutants.map(async (each) => [each, await patternOf(each, cwd)] as const)));
  const pattern = [...new Set(patterns.values())].map((each) => `${each}$`).join('|');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', '--root', '.'] as const;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const { output } = await run(node('vitest', ...vitest, ...reporters, ...limits, '-t', pattern, ...files), {
    cwd,
    signal,
  });
  if (!existsSync(reportFile)) return { output, verdict: () => 'absent' };
  const report = JSON.parse(await readFile(reportFile, 'utf8')) as Report;
  return { output, verdict: (mutant) => verdictOf(path.join(cwd, mutant.test), patterns.get(mutant) ?? '', report) };
}

/** A regular expression for the titles of the tests that have the mutant's name as an id. */
async function patternOf({ name, test, casesIn: file = test }: Mutant, cwd: string): Promise<string> {
  const tests = testsWith(name, file, await readFile(path.join(cwd, file), 'utf8'));
  if (tests.length === 0) throw new Error(`mutant ${name}: no test that ${file} runs has this id`);
  return `(?:${tests.map(({ title }) => titlePattern(title)).join('|')})`;
}

function verdictOf(file: string, pattern: string, { testResults }: Report): TestVerdict {
  const isOne = new RegExp(`^${pattern}$`);
  const statuses = testResults
    .filter(({ name }) => path.normalize(name) === path.normalize(file))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title, status }) => isOne.test(title) && ['passed', 'failed'].includes(status))
    .map(({ status }) => status);
  if (statuses.length === 0) return 'absent';
  return statuses.includes('failed') ? 'failed' : 'passed';
}
