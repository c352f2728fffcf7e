import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

import {
  readCommandLine,
  identify,
  isStillRunning,
  parsePsLine,
  parseStat,
  findProcessEntry,
  type ProcessIdentity,
  readProcessTable,
} from './process-table.ts';

const statFields = '1 40 40 0 -1 4194560 2413 30899 2 18 0 1 18 5 20 0 1 0 74978 5124096';

test('a command name with spaces and parentheses does not shift the fields of stat', () => {
  expect(parseStat(`41 (a) b (c)) S ${statFields}`)).toEqual({
    pid: 41,
    parentPid: 1,
    group: 40,
    zombie: false,
    startTime: '74978',
  });
});

test('a process in state Z is a zombie', () => {
  expect(parseStat(`41 (sh) Z ${statFields}`)?.zombie).toBe(true);
  expect(parsePsLine('41 1 40 Z+ Fri Nov 21 16:00:00 2025')?.zombie).toBe(true);
});

test('a line of ps is parsed to the same entry as stat', () => {
  expect(parsePsLine('  41   1  40 Ss   Fri Nov 21 16:00:00 2025')).toEqual({
    pid: 41,
    parentPid: 1,
    group: 40,
    zombie: false,
    startTime: 'Fri Nov 21 16:00:00 2025',
  });
});

test('text that is not a line of the process table is parsed to undefined', () => {
  expect(parseStat('')).toBeUndefined();
  expect(parsePsLine('')).toBeUndefined();
});

test('this process is in the table with its own command', () => {
  expect(readProcessTable().find(({ pid }) => pid === process.pid)).toEqual(findProcessEntry(process.pid));
  expect(findProcessEntry(process.pid)).toMatchObject({ parentPid: process.ppid, zombie: false });
  expect(readCommandLine(process.pid)).not.toBe('');
});

test('a pid without a process has no entry and no command line', () => {
  const beyondEveryPidLimit = 2 ** 30;
  expect(findProcessEntry(beyondEveryPidLimit)).toBeUndefined();
  expect(readCommandLine(beyondEveryPidLimit)).toBeUndefined();
});

const self = identify(process.pid) as ProcessIdentity;

test('isStillRunning compares pid and start time', () => {
  expect(isStillRunning(self)).toBe(true);
  expect(isStillRunning({ ...self, startTime: '1' })).toBe(false);
  expect(isStillRunning({ ...self, pid: 2 ** 30 })).toBe(false);
});

test('isStillRunning is true after the process has executed another program', async () => {
  const child = spawn('sh', ['-c', 'echo up; read x; exec sleep 600'], { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const identity = identify(child.pid ?? 0) as ProcessIdentity;
  child.stdin.end('go\n');
  await expect.poll(() => readCommandLine(identity.pid)).toBe('sleep 600');
  expect(isStillRunning(identity)).toBe(true);
  child.kill('SIGKILL');
});
