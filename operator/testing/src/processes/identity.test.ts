import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

import { identify, isStillRunning, type ProcessIdentity, commandLine } from './process-table.ts';

const self = identify(process.pid) as ProcessIdentity;

test('isStillRunning compares pid and start time', () => {
  expect(isStillRunning(self)).toBe(true);
  expect(isStillRunning({ ...self, startTime: '1' })).toBe(false);
  expect(isStillRunning({ ...self, pid: 2 ** 30 })).toBe(false);
});

test('isStillRunning is false once the process has ended', async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const identity = identify(child.pid ?? 0) as ProcessIdentity;
  expect(isStillRunning(identity)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isStillRunning(identity)).toBe(false);
});

test('isStillRunning is true after the process has executed another program', async () => {
  const child = spawn('sh', ['-c', 'echo up; read x; exec sleep 600'], { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const identity = identify(child.pid ?? 0) as ProcessIdentity;
  child.stdin.end('go\n');
  await expect.poll(() => commandLine(identity.pid)).toBe('sleep 600');
  expect(isStillRunning(identity)).toBe(true);
  child.kill('SIGKILL');
});

test('identify returns undefined for a pid beyond the limit of the system', () => {
  expect(identify(2 ** 30)).toBeUndefined();
});
