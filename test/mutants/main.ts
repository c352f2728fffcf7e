/** `npm run mutants`: applies one mutant after the other to a copy of the sources, and demands that its test fails. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { type Copy, copyRepository } from './copy.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { type TestVerdict, runTests } from './run-tests.ts';
import { mutate } from './source.ts';

const help = `Usage: npm run mutants [-- [--only name]… [--list]]

Applies each mutant of test/mutants/mutants.ts to a copy of the sources, and runs the test with the mutant's name in the
comment above it ("// id: <name>"). The test must pass without the mutant and fail with it, or this command fails.

  --only name   run only this mutant; may be repeated
  --list        print each mutant, the promise that it breaks, and the file of its test
`;

/** The time limit of a test run: Vitest's own timeouts do not end a mutant that blocks the event loop. */
const limitMs = 5 * 60_000;

const verdicts: Record<TestVerdict, string> = {
  failed: 'killed',
  passed: 'SURVIVED: the test passes with this mutant',
  absent: 'BROKEN: the test did not run',
};

async function kill(mutant: Mutant, copy: Copy, signal: AbortSignal): Promise<boolean> {
  const startedAt = performance.now();
  const file = path.join(copy.path, mutant.file);
  const source = await readFile(file, 'utf8');
  await writeFile(file, mutate(source, mutant));
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const result = await runTests([mutant], copy.path, limit);
  await writeFile(file, source);
  if (signal.aborted) return false;
  const verdict = result.verdict(mutant);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
  console.log(`${seconds} s  ${mutant.name.padEnd(36)}  ${verdicts[verdict]}`);
  if (verdict === 'absent') console.log(result.output);
  return verdict === 'failed';
}

/** Whether all tests pass without a mutant. A test that fails anyway proves nothing. */
async function allPass(chosen: readonly Mutant[], copy: Copy, signal: AbortSignal): Promise<boolean> {
  const result = await runTests(chosen, copy.path, signal);
  const bad = chosen.filter((mutant) => result.verdict(mutant) !== 'passed');
  if (bad.length === 0) return true;
  console.log(result.output);
  for (const { name, test } of bad) console.log(`Does not pass without a mutant: the test of ${name} in ${test}`);
  return false;
}

async function killAll(chosen: readonly Mutant[], signal: AbortSignal): Promise<boolean> {
  await using copy = await copyRepository();
  if (!(await allPass(chosen, copy, signal))) return false;
  let killed = 0;
  for (const mutant of chosen) {
    if (signal.aborted) break;
    if (await kill(mutant, copy, signal)) killed += 1;
  }
  console.log(`${killed} of ${chosen.length} mutants killed`);
  return killed === chosen.length;
}

async function killChosen(only: readonly string[]): Promise<boolean> {
  const unknown = only.filter((name) => !mutants.some((mutant) => mutant.name === name));
  for (const name of unknown) console.log(`There is no mutant called ${name}; --list prints all.`);
  if (unknown.length > 0) return false;
  const chosen = only.length === 0 ? mutants : mutants.filter(({ name }) => only.includes(name));
  return killAll(chosen, interruption());
}

function list(): void {
  for (const { name, promise, test } of mutants) console.log(`${name}\n  ${promise}\n  ${test}`);
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) console.log(help);
  else if (values.list === true) list();
  else return killChosen(values.only ?? []);
  return true;
}

/** Aborts on Ctrl-C, which ends the running test and removes the copy. The sources are never changed. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

process.exitCode = (await main()) ? 0 : 1;
