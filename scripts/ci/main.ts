/**
 * Runs `npm test` and the smoke files of the slow suites, or with `--full` all files of all suites. Then reruns each
 * failed test file alone. The output ends with failures, flaky files, and `N passed, N failed`. Other arguments name
 * commands that failed earlier in the same CI run; the verdict lists them first.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { createRunDirectory, endRunDirectory, runDirectoryVariable } from '../../test/support/run-directory.ts';
import type { Outcome } from './outcome.ts';
import { smokeFiles } from './smoke-files.ts';
import { judge, planReruns, type Run } from './verdict.ts';

const suites = ['test', 'test:faults', 'test:delivery'] as const;
const reporter = path.join(import.meta.dirname, 'outcome-reporter.ts');
const root = path.resolve(import.meta.dirname, '../..');

/** Log folder of each suite. It outlives the suite: reruns add their logs, and test/e2e/audit reads all of them. */
const folders = new Map<string, string>(suites.map((suite) => [suite, createRunDirectory()]));

/** Runs a suite and reads its report. @param files test files to run. @default - all files of the suite */
function runSuite(suite: string, files: readonly string[] = []): Run {
  const folder = folders.get(suite) ?? '';
  const report = path.join(folder, `outcome-${randomUUID()}.json`);
  const flags = ['--reporter=default', `--reporter=${reporter}`, `--outputFile=${report}`];
  // Absolute paths, because Vitest runs every file whose path contains the argument.
  const chosen = files.map((file) => path.join(root, file));
  const { status } = spawnSync('npm', ['run', suite, '--', ...flags, ...chosen], {
    env: { ...process.env, [runDirectoryVariable]: folder },
    stdio: 'inherit',
  });
  return { suite, ok: status === 0, outcome: readOutcome(report) };
}

function readOutcome(report: string): Outcome | undefined {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Outcome) : undefined;
}

const full = process.argv[2] === '--full';
const commands = process.argv.slice(full ? 3 : 2);
const runs = suites.map((suite) => runSuite(suite, full ? [] : smokeFiles[suite]));
const reruns = planReruns(runs).map(({ suite, file }) => {
  console.log(`\nRerunning alone: ${file}`);
  return { ...runSuite(suite, [file]), file };
});
const { passed, failed, failures, flaky } = judge(runs, reruns);
for (const folder of folders.values()) endRunDirectory(folder, { failed: failed > 0 });
for (const failure of [...commands, ...failures]) console.log(`FAILED: ${failure}`);
for (const file of flaky) console.log(`FLAKY ${file}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || commands.length > 0 ? 1 : 0;
