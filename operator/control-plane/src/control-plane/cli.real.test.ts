import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { isStillRunning, type ProcessIdentity } from '../processes/process-table.ts';

const timeout = 60_000;
const script = fileURLToPath(new URL('./cli.ts', import.meta.url));

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

interface Started {
  readonly lines: readonly string[];
  readonly directory: string;
  /** The processes that the command has started. */
  readonly processes: readonly ProcessIdentity[];
}

async function startCli(args: readonly string[]): Promise<Started> {
  const started = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  child = started;
  const lines: string[] = [];
  for await (const line of createInterface(started.stdout)) {
    lines.push(line);
    if (line.startsWith('# folder')) break;
  }
  const directory = dirname(lines[0]?.replace('export KUBECONFIG=', '') ?? '');
  const record = JSON.parse(await readFile(join(directory, 'processes.json'), 'utf8')) as {
    supervisor: ProcessIdentity;
    processes: ProcessIdentity[];
  };
  return { lines, directory, processes: [record.supervisor, ...record.processes] };
}

// test/e2e/start shows that it stops cleanly when npm is stopped.
describe('npm run control-plane', { timeout }, () => {
  test('prints how to reach the cluster, and stops cleanly on SIGTERM', async () => {
    const { lines, directory, processes } = await startCli(['--no-kwok', '--no-scheduler', '--no-node']);
    expect(lines[0]).toMatch(/^export KUBECONFIG=\/.*admin\.kubeconfig$/);
    expect(lines[1]).toMatch(/^# server {4}https:\/\/127\.0\.0\.1:\d+$/);
    expect(lines[2]).toMatch(/Kubernetes v1\.\d+\.\d+, etcd v3\.\d+\.\d+/);
    expect(processes).toHaveLength(4); // The supervisor, etcd, kube-apiserver and kube-controller-manager.
    expect(processes.every(isStillRunning)).toBe(true);
    child?.kill('SIGTERM');
    expect(await once(child!, 'exit')).toEqual([0, null]);
    expect(processes.filter(isStillRunning)).toEqual([]);
    await expect(stat(directory)).rejects.toThrow('ENOENT');
  });

  test('leaves neither processes nor its temporary folder when it is killed', async () => {
    const { directory, processes } = await startCli(['--no-controller-manager']);
    expect(processes.filter(isStillRunning)).toHaveLength(5); // The same, and a node without Pods.
    child?.kill('SIGKILL');
    await vi.waitFor(() => expect(processes.filter(isStillRunning)).toEqual([]), { timeout: 15_000 });
    await expect(stat(directory)).rejects.toThrow('ENOENT');
  });

  test('prints variables for other programs, with which the kubectl beside the executables reaches it', async () => {
    const flags = ['--print-env', '--no-kwok', '--no-scheduler', '--no-controller-manager', '--no-node'];
    child = spawn(process.execPath, [script, ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout!)) if (lines.push(line) === 2) break;
    expect(lines.map((line) => line.split('=')[0])).toEqual(['KUBEBUILDER_ASSETS', 'KUBECONFIG']);
    const env = Object.fromEntries(lines.map((line) => line.split('='))) as Record<string, string>;
    const kubectl = join(env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
    expect(execFileSync(kubectl, ['get', '--raw', '/readyz'], { env, encoding: 'utf8' })).toBe('ok');
  });

  test('rejects a malformed feature gate', async () => {
    const refused = spawn(process.execPath, [script, '--feature-gates', 'WatchList'], { stdio: 'pipe' });
    let stderr = '';
    refused.stderr.on('data', (data) => (stderr += String(data)));
    expect(await once(refused, 'close')).toEqual([1, null]);
    expect(stderr).toContain('"WatchList": write Name=true or Name=false');
  });
});
