import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

import { identify, isStillRunning, type ProcessIdentity } from './identity.ts';

const self = identify(process.pid) as ProcessIdentity;

test('a process is the same as long as its pid, start time and command are', () => {
  expect(isStillRunning(self)).toBe(true);
  expect(isStillRunning({ ...self, startTime: '1' })).toBe(false);
  expect(isStillRunning({ ...self, command: 'other' })).toBe(false);
  expect(isStillRunning({ ...self, pid: 2 ** 30 })).toBe(false);
});

test('a process that has ended is not found', async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const identity = identify(child.pid ?? 0) as ProcessIdentity;
  expect(isStillRunning(identity)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isStillRunning(identity)).toBe(false);
});

test('a pid beyond the limit of the system is not found', () => {
  expect(identify(2 ** 30)).toBeUndefined();
});
