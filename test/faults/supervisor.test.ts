import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, it } from 'vitest';

import { identify, isStillRunning } from '../../operator/control-plane/src/processes/process-table.ts';
import { until } from '../support/until.ts';
import { bestOfThree } from './support/best-of-three.ts';

const promisedMs = 2_000;

it('a process that ignores SIGTERM ends within 2 s after its parent is killed', async () => {
  const tookMs = await bestOfThree('a process ended after its parent was killed', promisedMs, endMs);
  expect(tookMs).toBeLessThan(promisedMs);
});

/** Kills the parent of a process. Returns the milliseconds until the process has ended. */
async function endMs(): Promise<number> {
  const directory = await mkdtemp(path.join(tmpdir(), 'kubewright-supervisor-'));
  try {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', renderProgram(directory)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = identify(Number(pid));
    if (child === undefined) throw new Error('the process was not started');
    const killedAt = performance.now();
    parent.kill('SIGKILL');
    await until('the process has ended', async () => !isStillRunning(child), { everyMs: 10 });
    return performance.now() - killedAt;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A program that starts a process which ignores SIGTERM, and prints its pid. */
function renderProgram(directory: string): string {
  const module = new URL('../../operator/control-plane/src/processes/index.ts', import.meta.url).href;
  const spec = {
    name: 'stubborn',
    command: '/bin/sh',
    args: ['-c', 'trap "" TERM HUP; while :; do sleep 1; done'],
    logFile: path.join(directory, 'stubborn.log'),
  };
  return `
    const { startProcesses } = await import(${JSON.stringify(module)});
    const processes = await startProcesses({ directory: ${JSON.stringify(path.join(directory, 'started'))} });
    console.log((await processes.start(${JSON.stringify(spec)})).pid);`;
}
