import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';

import { acquireLock } from './install.ts';
import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';

let directory = '';
useTemporaryFolder((path) => void (directory = path));
let path = '';
beforeEach(async () => {
  path = join(directory, 'lock');
});

test('one process holds the lock at a time, after the previous one has released it', async () => {
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    await using _lock = await acquireLock(path, { pollMs: 1 });
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside--;
  };
  await Promise.all(Array.from({ length: 20 }, work));
  expect(most).toBe(1);
  expect(await readdir(directory)).toEqual([]);
});

test('a waiting process learns the pid of the holder, and stops when its signal aborts', async () => {
  await using _lock = await acquireLock(path);
  const stop = new AbortController();
  const holders: number[] = [];
  const waiting = acquireLock(path, {
    onWait: (pid) => {
      holders.push(pid);
      stop.abort();
    },
    signal: stop.signal,
  });
  await expect(waiting).rejects.toThrow('aborted');
  expect(holders).toEqual([process.pid]);
});

test('the lock of a killed process is taken over', async () => {
  const module = JSON.stringify(new URL('./install.ts', import.meta.url).href);
  const code = `const { acquireLock } = await import(${module});
    await acquireLock(${JSON.stringify(path)}); console.log('locked'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(holder.stdout, 'data');
    await using _lock = await acquireLock(path, { pollMs: 5, onWait: () => holder.kill('SIGKILL') });
    expect(holder.killed).toBe(true);
  } finally {
    holder.kill('SIGKILL');
  }
});

test('a former holder does not release a lock that was taken over', async () => {
  const former = await acquireLock(path);
  await rm(path);
  await using _lock = await acquireLock(path);
  await former[Symbol.asyncDispose]();
  expect(await readdir(directory)).toEqual(['lock']);
});

test('the error names a lock that cannot be read', async () => {
  await writeFile(path, '{');
  await expect(acquireLock(path)).rejects.toThrow(`remove ${path}`);
});
