import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { tours } from '../../operator/demo/tours/tours.ts';
import { systemClock } from '../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../operator/runtime/src/client/index.ts';
import { Pod } from '../../operator/runtime/src/kinds/index.ts';
import { connectPetStore } from '../../operator/src/pet-store/index.ts';
import { until } from '../support/until.ts';

const root = path.join(import.meta.dirname, '../..');

/** A running demo, its folder, and its output. */
interface RunningDemo {
  readonly npm: ChildProcess;
  readonly directory: string;
  readonly output: string;
}

const started: ChildProcess[] = [];
const directories: string[] = [];

afterEach(() => {
  for (const npm of started) npm.kill('SIGKILL');
  // Removes the logs, which a killed demo cannot remove itself.
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** Starts the demo with one operator, whose processes and Pods are enough for these tests. */
async function startDemo(operator: string): Promise<RunningDemo> {
  const npm = spawn('npm', ['start', '--', '--keep', operator], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(npm);
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const kubeconfig = await until(
    'npm start says that it stays up',
    () => Promise.resolve(/export KUBECONFIG=(\S+)/.exec(output)?.[1]),
    { timeoutMs: 240_000 },
  ).catch((error: unknown) => {
    throw new Error(output, { cause: error });
  });
  const directory = path.dirname(kubeconfig);
  directories.push(directory);
  return { npm, directory, output };
}

/** A process. Its start time distinguishes it from a later process with the same id. */
interface Process {
  readonly pid: number;
  readonly startTime: string;
}

/** Lists all descendants of `npm`. A search for the demo's folder in command lines would miss the processes of Pods. */
function listProcesses(npm: ChildProcess): readonly Process[] {
  const all = readdirSync('/proc').flatMap((name) => readStat(name) ?? []);
  const below = (parent: number): readonly Process[] =>
    all.filter(({ ppid }) => ppid === parent).flatMap((found) => [found, ...below(found.pid)]);
  return below(npm.pid ?? 0);
}

/** Reads proc_pid_stat(5). Splits only the text after the name, because the name may contain spaces and parentheses. */
function readStat(name: string): (Process & { readonly ppid: number }) | undefined {
  const text = tryReadText(`/proc/${name}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const isRunning = /^\d+$/.test(name) && text !== '' && fields[0] !== 'Z';
  return isRunning ? { pid: Number(name), ppid: Number(fields[1]), startTime: fields[19] ?? '' } : undefined;
}

async function untilEnded(processes: readonly Process[]): Promise<void> {
  const left = (): readonly Process[] =>
    processes.filter(({ pid, startTime }) => readStat(String(pid))?.startTime === startTime);
  await until('no process is left', () => Promise.resolve(left().length === 0));
}

function tryReadText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // The process has ended.
  }
}

describe('npm start', { timeout: 300_000 }, () => {
  it('leaves no process after a SIGKILL, including the Pods of operators', async () => {
    const { npm } = await startDemo('web-server');
    const before = listProcesses(npm);
    // At least etcd, API server, controller manager, scheduler, kwok, supervisor, two operators and some web pages.
    expect(before.length).toBeGreaterThanOrEqual(10);
    npm.kill('SIGKILL');
    await untilEnded(before);
  });

  it('prints an address of the pet store that outlives its Pod, ends all processes on SIGINT, and exits with 0', async () => {
    const { npm, directory, output } = await startDemo('pet');
    const { client } = await connect({ kubeconfig: path.join(directory, 'admin.kubeconfig'), clock: systemClock });
    await expectStoreUsed(client, /--address (\S+)/.exec(output)?.[1] ?? '');
    await client.transport.close();
    const before = listProcesses(npm);
    const ended = new Promise((resolve) => npm.once('exit', (code, signal) => resolve(signal ?? code)));
    npm.kill('SIGINT');
    expect(await ended).toBe(0);
    await untilEnded(before);
  });
});

/** Uses the store before and after its Pod is replaced. */
async function expectStoreUsed(client: Client, address: string): Promise<void> {
  await using store = connectPetStore({ address });
  const guest = { name: 'Guest', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } } as const;
  await until('the store answers', () => store.add([guest]));
  const pods = client.resource(Pod);
  const [before] = (await pods.list({ namespace: 'petstore' })).items;
  await pods.delete({ namespace: 'petstore', name: before?.metadata.name ?? '' }, { propagation: 'Background' });
  // A store has its pets in memory, and the operator adds the samples again. So a store without the guest is a new one.
  await until('another Pod answers at the same address', async () => {
    const found = await store.search();
    return found.every(({ name }) => name !== guest.name);
  });
}

it('lists the existing operators if an unknown one is requested, and exits with 2', () => {
  const { status, stderr } = spawnSync(process.execPath, ['operator/demo/main.ts', 'nonsense'], { cwd: root });
  expect(status).toBe(2);
  expect(String(stderr)).toContain(`Allowed choices are ${tours.map(({ name }) => name).join(', ')}.`);
});
