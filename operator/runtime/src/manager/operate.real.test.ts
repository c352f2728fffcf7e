import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { defineApi, t } from '../api/index.ts';
import { systemClock } from '../base/index.ts';
import { connect, type Connection } from '../client/index.ts';
import { CustomResourceDefinition, Lease, Namespace } from '../kinds/index.ts';

const id = randomBytes(4).toString('hex');
const namespace = `process-${id}`;
const group = `p${id}.kubewright.example`;
const Kiosk = defineApi({ group, version: 'v1', kind: 'Kiosk', spec: t.object({}) });
const Tariff = defineApi({ group, version: 'v1', kind: 'Tariff', spec: t.object({}) });

/**
 * Renders the source of an operator that runs in its own process: only its own code may keep the process alive, or end
 * it.
 */
const renderProgram = ({ closing = '', fault = '' }: ProgramOptions): string => `
import { awaitChange, defineApi, defineController, reads, runOperator, t } from ${JSON.stringify(join(import.meta.dirname, '../index.ts'))};
const say = (msg) => console.log(JSON.stringify({ msg }));
const Kiosk = defineApi({ group: '${group}', version: 'v1', kind: 'Kiosk', spec: t.object({}) });
const Tariff = defineApi({ group: '${group}', version: 'v1', kind: 'Tariff', spec: t.object({}) });
const Parcel = { group: '${group}', version: 'v1', kind: 'Parcel', plural: 'parcels', namespaced: true };
const kiosk = defineController(Kiosk, {
  reads: { parcels: reads(Parcel, { optional: true }) },
  uses: { door: () => {
    say('door opened');
    process.once('SIGUSR2', () => { ${fault} });
    return { open: true, [Symbol.asyncDispose]: async () => { say('door closed'); ${closing} } };
  } },
  health: { door: ({ door }) => door.open || 'shut' },
  reconcile: async () => awaitChange,
});
const operator = { name: 'kiosks', version: '1.0.0', controllers: [kiosk], apis: [Tariff] };
process.exitCode = await runOperator(operator, { argv: process.argv.slice(1), env: process.env });
say('over');
`;

/** Code that the test adds to the operator. */
interface ProgramOptions {
  /** Runs when the dependency is disposed. */
  readonly closing?: string;
  /** Runs at SIGUSR2. */
  readonly fault?: string;
}

interface Line {
  readonly msg: string;
  readonly level?: string;
  readonly err?: { readonly message: string };
  readonly health?: number;
  readonly metrics?: number;
}

/** A process that runs the operator. */
interface Run {
  readonly child: ChildProcess;
  readonly lines: readonly Line[];
  /** Waits for a line. */
  waitForLine(message: string): Promise<Line>;
  readonly ended: Promise<number | null>;
}

const runs: Run[] = [];

function run(doing: ProgramOptions = {}): Run {
  const flags = {
    '--kubeconfig': inject('kubeconfigPath'),
    '--watch-namespaces': namespace,
    '--leader-elect': 'true',
    '--lease-namespace': namespace,
    '--metrics-port': '0',
    '--health-port': '0',
    '--log-format': 'json',
    '--cache-sync-timeout': '1s',
  };
  const argv = ['--input-type=module', '--eval', renderProgram(doing), '--', ...Object.entries(flags).flat()];
  const child = spawn(process.execPath, argv, { env: {}, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: Line[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line) as Line));
  const started: Run = {
    child,
    lines,
    waitForLine: (message) =>
      vi.waitFor(() => {
        const found = lines.find(({ msg }) => msg === message);
        if (found === undefined) throw new Error(`nothing said: ${message}`);
        return found;
      }, timeout),
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
  runs.push(started);
  return started;
}

const timeout = { timeout: 50_000, interval: 50 };

/** Each step is logged once, in this order; other lines may come in between. */
function expectInOrder({ lines }: Run, steps: readonly string[]): void {
  expect(lines.map(({ msg }) => msg).filter((msg) => steps.includes(msg))).toEqual(steps);
}

function expectStopped(stopped: Run, why: string): void {
  const steps = ['controller stopped', 'released the lease', 'door closed', 'operator stopped', 'over'];
  expectInOrder(stopped, [why, ...steps]);
}

async function expectReleased(): Promise<void> {
  const { spec } = await admin.client.resource(Lease).get({ namespace, name: 'kiosks' });
  expect(spec.holderIdentity ?? '').toBe('');
}

let admin: Connection;

beforeAll(async () => {
  admin = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock });
  await admin.client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
});

afterAll(async () => {
  for (const { child, ended } of runs) {
    child.kill('SIGKILL');
    await ended;
  }
  const { client } = admin;
  const definitions = client.resource(CustomResourceDefinition);
  for (const { crd } of [Kiosk, Tariff]) {
    const { name } = crd.metadata;
    if (await definitions.tryGet({ name })) await definitions.delete({ name }, { propagation: 'Background' });
  }
  await client.transport.close();
});

describe('a process whose kind is not installed yet', () => {
  let first: Run;
  let ports: Line;
  const get = async (port: number | undefined, path: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`);
    return { status: response.status, text: await response.text() };
  };

  beforeAll(async () => {
    first = run();
    ports = await first.waitForLine('listening');
  });

  it('is alive but not ready, and reports the missing cache and its error', async () => {
    expect((await get(ports.health, '/healthz')).status).toBe(200);
    const words = `[-]cache/Kiosk.${group} failed: not filled within 1 s: failed to list kiosks: the API server does not serve kiosks of ${group}/v1: apply the CRD`;
    await expect.poll(() => get(ports.health, '/readyz').then(({ text }) => text), timeout).toContain(words);
    const { status, text } = await get(ports.health, '/readyz');
    expect(status).toBe(500);
    expect(text).toContain('[-]uses failed');
    expect(text).toContain('[+]leader-election ok');
  });

  it('logs and counts that once', async () => {
    const late = 'a cache was not filled in time; it keeps trying';
    await first.waitForLine(late);
    expect(first.lines.filter(({ msg }) => msg === late)).toHaveLength(1);
    const { text } = await get(ports.metrics, '/metrics');
    expect(text).toContain(`cache_sync_timeouts_total{kind="Kiosk.${group}"} 1\n`);
  });

  it('keeps retrying, and is ready as soon as the kind and one without a controller are installed', async () => {
    await admin.client.resource(CustomResourceDefinition).create(Kiosk.crd);
    const missing = `[-]crd/Tariff.${group} failed: the API server does not serve tariffs of ${group}/v1: apply the CRD`;
    const { text: before } = await get(ports.health, '/readyz');
    expect(before).toContain(missing);
    await expect.poll(() => get(ports.health, '/readyz').then(({ text }) => text), timeout).toContain('[+]uses ok');
    expect((await get(ports.health, '/readyz')).status).toBe(500);
    await admin.client.resource(CustomResourceDefinition).create(Tariff.crd);
    await expect.poll(() => get(ports.health, '/readyz').then(({ status }) => status), timeout).toBe(200);
    expect((await get(ports.health, '/readyz/kiosk/door')).text).toBe('ok');
  });

  it('is ready though an optional kind is not installed, and logs that once', async () => {
    expect((await get(ports.health, '/readyz?verbose')).text).toContain(`[+]cache/Parcel.${group} ok`);
    const without = 'an optional kind is not installed, running without it';
    expect(first.lines.filter(({ msg }) => msg === without)).toHaveLength(1);
  });

  // id: case-28
  it('starts servers, caches, injected dependencies, and only then campaigns', async () => {
    await first.waitForLine('controller started');
    expectInOrder(first, ['listening', 'caches are warm', 'door opened', 'became the leader', 'controller started']);
  });

  // id: case-28
  it('stops in order: controllers, the Lease, injected dependencies; then it exits', async () => {
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expectStopped(first, 'stopping after a signal');
    await expectReleased();
  });
});

describe('a process that is slow to stop', () => {
  beforeAll(async () => {
    const definitions = admin.client.resource(CustomResourceDefinition);
    const { name } = Kiosk.crd.metadata;
    if ((await definitions.tryGet({ name })) === undefined) await definitions.create(Kiosk.crd);
  });

  // id: case-28
  it('exits at once at a second signal', async () => {
    const hanging = run({ closing: 'await new Promise((resolve) => setInterval(resolve, 2 ** 30));' });
    await hanging.waitForLine('controller started');
    hanging.child.kill('SIGTERM');
    await hanging.waitForLine('door closed');
    // Two signals within half a second count as one, so they are sent until the process ends.
    const again = setInterval(() => hanging.child.kill('SIGINT'), 100);
    expect(await hanging.ended.finally(() => clearInterval(again))).toBe(130);
    expect(hanging.lines.at(-1)?.msg).toBe('exiting at once after a second signal');
  });
});

describe('a process with many unexpected failures at once, thrown and rejected', () => {
  it('stops in order with one log line and exit code 1, and releases its Lease', async () => {
    const fault = "for (let i = 0; i < 100; i += 1) Promise.reject(new Error('boom')); throw new Error('boom');";
    const failing = run({ fault });
    await failing.waitForLine('controller started');
    failing.child.kill('SIGUSR2');
    expect(await failing.ended).toBe(1);
    expectStopped(failing, 'stopping after an unexpected failure');
    const errors = failing.lines.filter(({ level }) => level === 'error');
    expect(errors).toMatchObject([{ msg: 'stopping after an unexpected failure', err: { message: 'boom' } }]);
    await expectReleased();
  });
});
