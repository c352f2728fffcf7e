import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The environment variable that passes the folder of a test run to all its processes. */
export const runDirectoryVariable = 'KUBEWRIGHT_TEST_RUN';

/** Returns the folder of this test run. The first caller, Vitest's main process, creates it. */
export function runDirectory(): string {
  return process.env[runDirectoryVariable] ?? createForThisProcess();
}

function createForThisProcess(): string {
  const folder = createRunDirectory();
  process.env[runDirectoryVariable] = folder;
  process.on('exit', (code) => endRunDirectory(folder, { failed: code === 1 }));
  return folder;
}

export function createRunDirectory(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'kubewright-tests-'));
}

/** Removes the folder, or prints where it is if the run failed and has logs. */
export function endRunDirectory(folder: string, { failed }: { readonly failed: boolean }): void {
  if (failed && existsSync(path.join(folder, 'logs'))) {
    process.stderr.write(`The logs of all control planes of this run are in ${folder}/logs\n`);
  } else {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Stores a record, which later tests of the same run can read. */
export function storeRecord(kind: string, name: string, record: unknown): void {
  const folder = path.join(runDirectory(), kind);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(record));
}

/** Reads the records of a kind that this test run has stored. */
export function readRecords(kind: string): readonly unknown[] {
  const folder = path.join(runDirectory(), kind);
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as unknown);
}
