import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { readLog } from '../logs/read-log.ts';
import { identify, isStillRunning, type ProcessIdentity, readCommandLine, readProcessTable } from './process-table.ts';
import { startProcesses } from './processes.ts';
import type { ProcessSpec } from './running-process.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

const timeoutMs = 15_000;
let directory = '';
useTemporaryFolder((path) => void (directory = path));
let parent: ChildProcess | undefined;

afterEach(async () => {
  parent?.kill('SIGKILL');
});

const buildShell = (script: string, more: Partial<ProcessSpec> = {}): ProcessSpec => ({
  name: 'shell',
  command: '/bin/sh',
  args: ['-c', script],
  logFile: join(directory, 'shell.log'),
  ...more,
});
const log = (): Promise<string> => readFile(join(directory, 'shell.log'), 'utf8');
const getIdentity = (pid: number): ProcessIdentity => {
  const identity = identify(pid);
  if (identity === undefined) throw new Error(`no process ${pid}`);
  return identity;
};
const readRecord = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'processes.json'), 'utf8')) as { supervisor: ProcessIdentity };
const waitForLog = (pattern: RegExp): Promise<string[]> =>
  vi.waitFor(async () => {
    const match = pattern.exec(await log());
    if (match === null) throw new Error(`no ${String(pattern)} in the log yet`);
    return [...match];
  }, timeoutMs);
const waitUntilAllEnded = (identities: readonly ProcessIdentity[]): Promise<void> =>
  vi.waitFor(() => expect(identities.filter(isStillRunning)).toEqual([]), timeoutMs);
/** Finds the pids of processes whose command line contains `marker`. */
const findNamed = (marker: string): number[] =>
  readProcessTable()
    .map(({ pid }) => pid)
    .filter((pid) => readCommandLine(pid)?.includes(marker) === true);
/**
 * A command that prints `name` with its own pid and keeps running. It never execs another program, so its command line
 * does not change.
 */
const renderPrintScript = (name: string): string => `sh -c 'echo "${name}=$$."; sleep 600; :'`;

test("startProcesses fails with the end of the supervisor's log when the supervisor does not start", async () => {
  await mkdir(join(directory, 'processes.json.new')); // The supervisor cannot write here.
  await expect(startProcesses({ directory, isTemporary: true })).rejects.toThrow(
    /^failed to start the supervisor: the end of its log:\n.*EISDIR/s,
  );
});

describe('a started process', () => {
  test('writes stdout and stderr to its log file, which only the owner can read', async () => {
    await using processes = await startProcesses({ directory });
    const { exited } = await processes.start(buildShell('echo out; echo err >&2; exit 3'));
    expect(await exited).toEqual({ code: 3, signal: null });
    expect(await log()).toBe('out\nerr\n');
    expect((await stat(join(directory, 'shell.log'))).mode & 0o777).toBe(0o600);
  });

  test('with a timed log can reopen its stdout, and its log is complete when it has ended', async () => {
    await using processes = await startProcesses({ directory });
    const script = 'echo out; echo err > /dev/stderr; seq 1 50000; printf end > /dev/stdout; exit 3';
    const { pid, exited } = await processes.start(buildShell(script, { log: 'timed' }));
    expect(await exited).toEqual({ code: 3, signal: null });
    const lines = (await log()).split('\n');
    expect([lines[0], lines[1], lines[50_001], lines[50_002]]).toEqual(['out', 'err', '50000', 'end']);
    const stamped = await text(readLog(join(directory, 'shell.log'), { run: pid, tailLines: 1, timestamps: true }));
    expect(stamped).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z end$/);
    expect((await stat(join(directory, 'shell.log.lines'))).mode & 0o777).toBe(0o600);
    expect((await readdir(directory)).filter((name) => name.includes('pipe'))).toEqual([]);
  });

  test('with a timed log is reported as ended when all processes have closed the log, or after a timeout', async () => {
    await using processes = await startProcesses({ directory });
    const runs = (file: string): string => `until [ -e ${file} ]; do sleep 0.02; done; exit 0`;
    const timed = { log: 'timed', cwd: directory } as const;
    const late = `(setsid sh -c 'touch up; sleep 0.5; echo late' &)`;
    const first = await processes.start(buildShell(`${late}; ${runs('up')}`, timed));
    await first.exited;
    expect(await log()).toBe('late\n');
    const daemon = `(setsid sh -c 'echo "daemon=$$."; touch printed; exec sleep 20' &)`;
    const { exited } = await processes.start(buildShell(`${daemon}; ${runs('printed')}`, timed));
    expect(await exited).toEqual({ code: 0, signal: null });
    const [, pid] = await waitForLog(/daemon=(\d+)\./);
    process.kill(Number(pid), 'SIGKILL');
  });

  test('runs without a log when its timed log cannot be opened', async () => {
    const processes = await startProcesses({ directory });
    await mkdir(join(directory, 'shell.log.lines'));
    const { exited } = await processes.start(buildShell('seq 1 50000; exit 3', { log: 'timed' }));
    expect(await exited).toEqual({ code: 3, signal: null });
    const marker = join(directory, 'marker');
    const args = ['-c', 'touch up; sleep 600; :', marker];
    const { pid } = await processes.start(buildShell('', { args, log: 'timed', cwd: directory }));
    await vi.waitFor(() => stat(join(directory, 'up')), timeoutMs);
    // Between fork and exec, a child of the shell has the command line of the shell.
    await vi.waitFor(() => expect(findNamed(marker)).toEqual([pid]), timeoutMs);
    await processes[Symbol.asyncDispose]();
    expect(findNamed(marker)).toEqual([]);
  });

  test('has exactly the environment, working directory and arguments of its spec', async () => {
    await using processes = await startProcesses({ directory });
    const spec = buildShell('', {
      command: '/usr/bin/env',
      args: ['sh', '-c', 'pwd; env; echo "$1"', 'sh', '$(HOME) *'],
    });
    const { exited } = await processes.start({ ...spec, cwd: '/', env: { PATH: '/usr/bin:/bin', ONLY: 'this' } });
    await exited;
    const lines = (await log()).trim().split('\n');
    expect(lines[0]).toBe('/');
    expect(lines.at(-1)).toBe('$(HOME) *');
    expect(lines.slice(1, -1).map((line) => line.split('=')[0])).toEqual(expect.arrayContaining(['ONLY', 'PATH']));
    expect(lines.some((line) => line.startsWith('HOME=') || line.startsWith('NODE_'))).toBe(false);
  });

  test('receives SIGTERM without its descendants and can handle it', async () => {
    await using processes = await startProcesses({ directory });
    const running = await processes.start(
      buildShell('trap "echo bye; exit 7" TERM; echo ready; while :; do sleep 0.02; done'),
    );
    await waitForLog(/ready/);
    running.kill('SIGTERM');
    expect(await running.exited).toEqual({ code: 7, signal: null });
    expect(await log()).toContain('bye');
  });

  test('is killed with all its descendants, including one in another session', async () => {
    await using processes = await startProcesses({ directory });
    const running = await processes.start(
      buildShell(`${renderPrintScript('one')} & setsid ${renderPrintScript('two')} & wait`),
    );
    const [[, one], [, two]] = await Promise.all([waitForLog(/one=(\d+)\./), waitForLog(/two=(\d+)\./)]);
    const identities = [running.pid, Number(one), Number(two)].map(getIdentity);
    running.kill('SIGKILL');
    expect(await running.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(identities.filter(isStillRunning)).toEqual([]);
  });

  test('loses its background processes when it ends by itself', async () => {
    await using processes = await startProcesses({ directory });
    const running = await processes.start(
      buildShell(`trap "" TERM; ${renderPrintScript('left')} & while [ ! -e go ]; do sleep 0.02; done`, {
        cwd: directory,
      }),
    );
    const [, left] = await waitForLog(/left=(\d+)\./);
    const identity = getIdentity(Number(left));
    await writeFile(join(directory, 'go'), '');
    expect(await running.exited).toEqual({ code: 0, signal: null });
    expect(isStillRunning(identity)).toBe(false);
  });

  test('throws for an unknown signal, and ignores a signal after its end', async () => {
    await using processes = await startProcesses({ directory });
    const running = await processes.start(buildShell('exit 0'));
    expect(() => running.kill('SIGNONE' as NodeJS.Signals)).toThrow('failed to signal shell');
    await running.exited;
    running.kill('SIGTERM');
  });
});

describe('a process that cannot be started', () => {
  test('fails with its name and the reason', async () => {
    await using processes = await startProcesses({ directory });
    const missing = processes.start(buildShell('', { name: 'etcd', command: join(directory, 'no-such-file') }));
    await expect(missing).rejects.toThrow(/failed to start etcd \(.*no-such-file\): .*ENOENT/);
    const unlogged = processes.start(buildShell('', { logFile: join(directory, 'no-such-folder', 'log') }));
    await expect(unlogged).rejects.toThrow(/failed to start shell .*ENOENT/);
  });

  test('is ended when it cannot be recorded', async () => {
    await using processes = await startProcesses({ directory });
    await mkdir(join(directory, 'processes.json.new'));
    const marker = join(directory, 'marker');
    const unrecorded = processes.start(buildShell('', { args: ['-c', 'sleep 600; :', marker], log: 'timed' }));
    await expect(unrecorded).rejects.toThrow(/failed to start shell .*EISDIR/);
    await vi.waitFor(() => expect(findNamed(marker)).toEqual([]), timeoutMs);
  });
});

describe('the supervisor', () => {
  test('ends all processes when it is disposed, even one that ignores SIGTERM, and removes its record', async () => {
    const processes = await startProcesses({ directory });
    const running = await processes.start(buildShell('trap "" TERM; echo ready; while :; do sleep 600; done'));
    await waitForLog(/ready/);
    const identity = getIdentity(running.pid);
    await processes[Symbol.asyncDispose]();
    expect(isStillRunning(identity)).toBe(false);
    expect(await running.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await expect(stat(join(directory, 'processes.json'))).rejects.toThrow('ENOENT');
    await expect(processes.start(buildShell('exit 0'))).rejects.toThrow(
      'the process that supervises the components of the control plane has ended',
    );
  });

  test('ends all processes and itself after its parent was killed, and removes a temporary directory', async () => {
    const module = JSON.stringify(new URL('./index.ts', import.meta.url).href);
    const temporary = join(directory, 'temporary');
    const spec = JSON.stringify(buildShell(`trap "" TERM HUP; setsid ${renderPrintScript('child')} & wait`));
    parent = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { startProcesses } = await import(${module});
         const processes = await startProcesses({ directory: ${JSON.stringify(temporary)}, isTemporary: true });
         console.log((await processes.start(${spec})).pid);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH'] } },
    );
    const [pid] = (await once(parent.stdout!, 'data')) as [Buffer];
    const [, child] = await waitForLog(/child=(\d+)\./);
    const record = await readRecord(temporary);
    const identities = [getIdentity(Number(pid)), getIdentity(Number(child)), record.supervisor];
    expect(identities.every(isStillRunning)).toBe(true);
    parent.kill('SIGKILL');
    await waitUntilAllEnded(identities);
    await expect(stat(temporary)).rejects.toThrow('ENOENT');
  });

  test('is killed: its parent ends the processes', async () => {
    await using processes = await startProcesses({ directory });
    const running = await processes.start(buildShell('echo ready; sleep 600'));
    await waitForLog(/ready/);
    const record = await readRecord(directory);
    const identity = getIdentity(running.pid);
    process.kill(record.supervisor.pid, 'SIGKILL');
    expect(await running.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(isStillRunning(identity)).toBe(false);
  });

  test('does not keep the stdout of its parent open', async () => {
    const module = JSON.stringify(new URL('./index.ts', import.meta.url).href);
    const code = `const { startProcesses } = await import(${module});
      await startProcesses({ directory: ${JSON.stringify(directory)} }); console.log('up'); process.exit(0);`;
    const { promise, resolve } = Promise.withResolvers<string>();
    execFile(process.execPath, ['--input-type=module', '-e', code], (_error, stdout) => resolve(stdout));
    expect(await promise).toBe('up\n'); // Resolves when stdout and stderr reach end of file.
  });
});
