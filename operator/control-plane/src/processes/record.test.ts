import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { identify, isStillRunning, type ProcessIdentity } from './process-table.ts';
import { endLeftovers, writeRecord } from './record.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

let directory = '';
useTemporaryFolder((path) => void (directory = path));
let child: ChildProcess;
let identity: ProcessIdentity;

beforeEach(async () => {
  child = spawn('sleep', ['600'], { stdio: 'ignore' });
  await once(child, 'spawn');
  identity = identify(child.pid ?? 0) as ProcessIdentity;
});
afterEach(async () => {
  child.kill('SIGKILL');
});

test('endLeftovers ends the processes of an earlier run and removes the record', async () => {
  writeRecord(directory, { supervisor: undefined, processes: [identity] });
  expect((await stat(join(directory, 'processes.json'))).mode & 0o777).toBe(0o600);
  await endLeftovers(directory);
  expect(isStillRunning(identity)).toBe(false);
  await expect(stat(join(directory, 'processes.json'))).rejects.toThrow('ENOENT');
});

test('a process with the recorded pid and another start time is not ended', async () => {
  writeRecord(directory, { supervisor: undefined, processes: [{ ...identity, startTime: '1' }] });
  await endLeftovers(directory);
  expect(isStillRunning(identity)).toBe(true);
});

test('a record from before the last boot is not used', async () => {
  writeRecord(directory, { supervisor: identify(process.pid), processes: [identity] });
  const path = join(directory, 'processes.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace(/"bootId": "[^"]*"/, '"bootId": "another"'));
  await endLeftovers(directory);
  expect(isStillRunning(identity)).toBe(true);
});

test('endLeftovers throws when the recorded supervisor still runs, and ends nothing', async () => {
  writeRecord(directory, { supervisor: identify(process.pid), processes: [identity] });
  await expect(endLeftovers(directory)).rejects.toThrow(`the directory is in use (process ${process.pid})`);
  expect(isStillRunning(identity)).toBe(true);
});

test('endLeftovers throws when the record cannot be read, and names the file', async () => {
  await writeFile(join(directory, 'processes.json'), '{');
  await expect(endLeftovers(directory)).rejects.toThrow('processes.json');
});
