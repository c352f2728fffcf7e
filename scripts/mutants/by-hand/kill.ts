import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { node, run } from '../../run.ts';
import { copyRepository } from './copy.ts';
import { type Mutant, applyMutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { type Report, type Verdict, computeVerdict } from './verdict.ts';

/** Ends a run whose mutant blocks the event loop, which defeats Vitest's own timeouts. */
const limitMs = 5 * 60_000;

/** Runs the mutants with these names, by default all, and prints a line for each. Returns whether all were killed. */
export async function killByHand(names: readonly string[]): Promise<boolean> {
  const unknown = names.filter((name) => !mutants.some((mutant) => mutant.name === name));
  for (const name of unknown) console.log(`Unknown mutant: ${name}`);
  if (unknown.length > 0) return false;
  return killAll(
    names.length === 0 ? mutants : mutants.filter(({ name }) => names.includes(name)),
    createInterruptSignal(),
  );
}

async function killAll(chosen: readonly Mutant[], signal: AbortSignal): Promise<boolean> {
  await using copy = await copyRepository();
  const tests = [...new Set(chosen.map(({ test }) => test))];
  const unbroken = await runTests(tests, copy.path, signal);
  if (unbroken.verdict !== 'survived') {
    console.log(`${unbroken.output}\nThe tests fail without a mutant: fix them first.`);
    return false;
  }
  let killed = 0;
  for (const mutant of chosen) {
    signal.throwIfAborted();
    if ((await kill(mutant, copy.path, signal)) === 'killed') killed += 1;
  }
  console.log(`${String(killed)} of ${String(chosen.length)} mutants killed`);
  return killed === chosen.length;
}

async function kill(mutant: Mutant, folder: string, signal: AbortSignal): Promise<Verdict> {
  const file = path.join(folder, mutant.file);
  const source = await readFile(file, 'utf8');
  await writeFile(file, applyMutant(source, mutant));
  const { verdict, output } = await runTests([mutant.test], folder, signal);
  await writeFile(file, source);
  console.log(`${verdict.padEnd(8)}  ${mutant.name}`);
  if (verdict === 'survived')
    console.log(`  ${mutant.test} passes, although the mutant breaks this promise: ${mutant.promise}`);
  if (verdict === 'broken') console.log(output);
  return verdict;
}

/** Runs test files in the copy. If no test fails, the verdict is `survived`. */
async function runTests(
  files: readonly string[],
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly verdict: Verdict; readonly output: string }> {
  const reportFile = path.join(folder, 'report.json');
  await rm(reportFile, { force: true });
  const { output } = await run(
    node(
      'vitest',
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'test/vitest.config.ts',
      '--root',
      '.',
      ...[
        '--testTimeout=30000',
        '--hookTimeout=60000',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
        ...files,
      ],
    ),
    { cwd: folder, signal: AbortSignal.any([signal, AbortSignal.timeout(files.length * limitMs)]) },
  );
  const report = existsSync(reportFile) ? (JSON.parse(await readFile(reportFile, 'utf8')) as Report) : undefined;
  return { verdict: computeVerdict(report), output };
}

/** Aborts on Ctrl-C, which ends the running test and removes the copy. */
function createInterruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
