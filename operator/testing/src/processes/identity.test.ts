import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

import { identify, isStillRunning, type ProcessIdentity } from './identity.ts';

const self = identify(process.pid) as ProcessIdentity;

test('isStillRunning compares pid, start time and command', () => {
  expect(isStillRunning(self)).toBe(true);
  expect(isStillRunning({ ...self, startTime: '1' })).toBe(false);
  expect(isStillRunning({ ...self, command: 'other' })).toBe(false);
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

test('identify returns undefined for a pid beyond the limit of the system', () => {
  expect(identify(2 ** 30)).toBeUndefined();
});
