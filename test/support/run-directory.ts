import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The variable that passes the folder of the records to every process of a test run. */
const variable = 'KUBEWRIGHT_TEST_RUN';

/** The folder of this test run; created by the first caller, which is vitest's main process. */
export function runDirectory(): string {
  return process.env[variable] ?? createRunDirectory();
}

function createRunDirectory(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kubewright-tests-'));
  process.env[variable] = folder;
  process.on('exit', (code) => {
    if (code === 1 && existsSync(path.join(folder, 'logs'))) {
      process.stderr.write(`The logs of all control planes of this run are in ${folder}/logs\n`);
    } else {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  return folder;
}

/** Keeps `record` for the tests of the run as a whole. */
export function keepRecord(kind: string, name: string, record: unknown): void {
  const folder = path.join(runDirectory(), kind);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(record));
}

/** All records of a kind. */
export function readRecords(kind: string): readonly unknown[] {
  const folder = path.join(runDirectory(), kind);
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as unknown);
}
