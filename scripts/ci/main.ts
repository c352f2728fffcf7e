/**
 * Runs `npm test` and the smoke files of the slow suites, or with `--full` all files of all suites. Then reruns each
 * failed test file alone. The output ends with failures, flaky files, and `N passed, N failed`. Other arguments name
 * commands that failed earlier in the same CI run; the verdict lists them first.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { createRunDirectory, endRunDirectory, runDirectoryVariable } from '../../test/support/run-directory.ts';
import type { Outcome } from './outcome.ts';
import { smokeFiles } from './smoke-files.ts';
import { judge, planReruns, type Rerun, type Run } from './verdict.ts';

const suites = ['test', 'test:faults', 'test:delivery'] as const;
type Suite = (typeof suites)[number];

const reporter = path.join(import.meta.dirname, 'outcome-reporter.ts');
const root = path.resolve(import.meta.dirname, '../..');

/** Log folder of each suite. It outlives the suite: reruns add their logs, and test/e2e/audit reads all of them. */
const folders = new Map<string, string>(suites.map((suite) => [suite, createRunDirectory()]));

/** Suites that run at the same time. */
type Group = readonly [Suite, ...Suite[]];

const all: readonly Group[] = [['test'], ['test:faults'], ['test:delivery']];
/** The longest of the smoke files, the guide, would leave one core idle. */
const smoke: readonly Group[] = [['test'], ['test:faults', 'test:delivery']];

/** Runs suites. Prints the output of the first one while it runs, and then that of the others. */
async function runGroup([first, ...others]: Group): Promise<readonly Run[]> {
  const choose = (suite: Suite): RunOptions => ({ files: full ? [] : (smokeFiles[suite] ?? []) });
  const running = runSuite(first, choose(first));
  return Promise.all([running, ...others.map((suite) => runSuite(suite, { ...choose(suite), printAfter: running }))]);
}

interface RunOptions {
  /** Test files to run. @default - all files of the suite */
  readonly files?: readonly string[];
  /** The output is printed once this has resolved. @default - printed at once */
  readonly printAfter?: Promise<unknown>;
}

/** Runs a suite and reads its report. */
async function runSuite(suite: string, { files = [], printAfter }: RunOptions = {}): Promise<Run> {
  const folder = folders.get(suite) ?? '';
  const report = path.join(folder, `outcome-${randomUUID()}.json`);
  const flags = ['--reporter=default', `--reporter=${reporter}`, `--outputFile=${report}`];
  // Absolute paths, because Vitest runs every file whose path contains the argument.
  const chosen = files.map((file) => path.join(root, file));
  const child = spawn('npm', ['run', suite, '--', ...flags, ...chosen], {
    env: { ...process.env, [runDirectoryVariable]: folder },
    stdio: printAfter === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => printed.push(data));
  const [status] = (await once(child, 'close')) as [number | null];
  await printAfter;
  process.stdout.write(Buffer.concat(printed));
  return { suite, ok: status === 0, outcome: readOutcome(report) };
}

function readOutcome(report: string): Outcome | undefined {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Outcome) : undefined;
}

const full = process.argv[2] === '--full';
const commands = process.argv.slice(full ? 3 : 2);
const runs: Run[] = [];
for (const group of full ? all : smoke) runs.push(...(await runGroup(group)));
const reruns: Rerun[] = [];
for (const { suite, file } of planReruns(runs)) {
  console.log(`\nRerunning alone: ${file}`);
  reruns.push({ ...(await runSuite(suite, { files: [file] })), file });
}
const { passed, failed, failures, flaky } = judge(runs, reruns);
for (const folder of folders.values()) endRunDirectory(folder, { failed: failed > 0 });
for (const failure of [...commands, ...failures]) console.log(`FAILED: ${failure}`);
for (const file of flaky) console.log(`FLAKY ${file}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || commands.length > 0 ? 1 : 0;
