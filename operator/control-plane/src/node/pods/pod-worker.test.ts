import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { silentLogger } from '../../../../runtime/src/base/index.ts';
import type { ConfigMap, Pod, PodSpec, PodStatus } from '@kubewright/runtime/kinds';
import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { defaultImages } from '../../images/default-images.ts';
import { Addresses } from '../addresses.ts';
import { buildPod } from '../../../fixtures/pod-fixture.ts';
import type { EventSeries } from '../../emit-event.ts';
import type { PodApi, PodWarning } from './pod-api.ts';
import { PodWorker } from './pod-worker.ts';
import { RunBook } from './run-book.ts';
import {
  createScriptedProcesses,
  type ScriptedProcess,
  type ScriptedProcesses,
} from '../../../fixtures/scripted-processes.ts';
import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';

let directory = '';
useTemporaryFolder((path) => void (directory = path));
const workers: PodWorker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.onObjectDeleted();
    await worker.done;
  }
});

/** An API server in memory that records its requests. */
class FakeApi implements PodApi {
  pod: Pod;
  readonly statuses: PodStatus[] = [];
  readonly removed: string[] = [];
  readonly configMaps = new Map<string, ConfigMap>();
  readonly warnings: string[] = [];
  asked = 0;
  isDeleted = false;
  #version = 1;

  constructor(pod: Pod) {
    this.pod = pod;
  }

  get last(): PodStatus | undefined {
    return this.statuses.at(-1);
  }

  store(parts: Partial<Pod>): Pod {
    const resourceVersion = String(++this.#version);
    this.pod = { ...this.pod, ...parts, metadata: { ...this.pod.metadata, ...parts.metadata, resourceVersion } };
    return this.pod;
  }

  async writeStatus(_: Pod, { status }: { status: PodStatus }): Promise<Pod | undefined> {
    if (this.isDeleted) return undefined;
    this.statuses.push(status);
    return this.store({ status });
  }

  async remove({ metadata }: Pod): Promise<void> {
    this.removed.push(metadata.uid);
    this.isDeleted = true;
  }

  async getConfigMap(_: string, name: string): Promise<ConfigMap | undefined> {
    this.asked += 1;
    return this.configMaps.get(name);
  }

  async getSecret(): Promise<undefined> {
    return undefined;
  }

  async requestToken(): Promise<{ token: string; expirationTimestamp: string }> {
    return { token: 'token', expirationTimestamp: '2100-01-01T00:00:00Z' };
  }

  async claim(): Promise<undefined> {
    return undefined;
  }

  async getVolume(): Promise<undefined> {
    return undefined;
  }

  async warn(_: Pod, { reason, note }: PodWarning): Promise<EventSeries> {
    this.warnings.push(`${reason}: ${note}`);
    return { repeat: async () => undefined };
  }
}

interface Setup {
  readonly api: FakeApi;
  readonly worker: PodWorker;
  readonly clock: FakeClock;
  readonly processes: ScriptedProcesses;
  readonly addresses: Addresses;
  readonly book: RunBook;
  /**
   * Advances the clock in small steps until the condition holds. Between steps, file access can finish, which takes
   * real time.
   */
  until(condition: () => boolean): Promise<void>;
  process(index: number): Promise<ScriptedProcess>;
}

/** Starts a worker with fake processes that end as soon as they receive a signal. */
function startWorker(spec: Partial<PodSpec> = {}, parts: { pod?: Partial<Pod>; reacts?: () => void } = {}): Setup {
  const pod = { ...buildPod({ spec }), ...parts.pod };
  const clock = createFakeClock();
  const api = new FakeApi(pod);
  const obedient = (process: ScriptedProcess): void => process.end(0);
  const processes = createScriptedProcesses(parts.reacts ?? obedient);
  const addresses = new Addresses('127.1.2');
  const book = new RunBook();
  const context = {
    api,
    processes,
    images: [
      ...defaultImages.slice(1),
      { match: 'worked', program: () => ({ command: ['work', 'here.js'], workingDir: '.' }) },
      { match: 'served', program: () => ({ command: ['serve'], portMap: { 80: servedPort } }) },
    ],
    addresses,
    resolveAddress: () => Promise.reject(new Error('no Service is named')),
    place: { hostIP: '10.1.2.1', allocatable: { cpu: '1', memory: '1', 'ephemeral-storage': '1' } },
    given: { KUBERNETES_SERVICE_HOST: '127.0.0.1' },
    directory,
    hasNamespaces: false,
    backoff: { baseMs: 1_000, maxMs: 300_000 },
    volumeSyncMs: 5_000,
    clock,
    logger: silentLogger,
  };
  const worker = new PodWorker(pod, context, book);
  workers.push(worker);
  const until = async (condition: () => boolean): Promise<void> => {
    const giveUpAt = Date.now() + 15_000;
    while (!condition()) {
      if (Date.now() > giveUpAt) throw new Error('it did not happen within 15 s');
      await new Promise((resolve) => setTimeout(resolve, 5));
      await clock.advance(25);
    }
  };
  const process = async (index: number): Promise<ScriptedProcess> => {
    await until(() => processes.all.length > index);
    return processes.all[index]!;
  };
  return { api, worker, clock, processes, addresses, book, until, process };
}
/** The port of the image `served`. Other processes may use it on other addresses. */
const servedPort = 18_080;

const hasPhase =
  ({ api }: Setup, phase: PodStatus['phase']) =>
  () =>
    api.last?.phase === phase;
const buildDeleted = (seconds: number): Partial<Pod> => {
  const deletionTimestamp = '2026-01-01T00:01:00Z';
  return { metadata: { ...buildPod().metadata, deletionTimestamp, deletionGracePeriodSeconds: seconds } };
};
const main = { name: 'main', image: 'busybox', command: ['work', '$(WHO)'], env: [{ name: 'WHO', value: 'me' }] };

test('a Pod becomes Running and Ready', async () => {
  const setup = startWorker({ containers: [main] });
  const { spec, pid } = await setup.process(0);
  await setup.until(() => setup.api.last?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True');
  expect(spec).toMatchObject({ command: 'work', args: ['me'] });
  expect(setup.api.last).toMatchObject({
    phase: 'Running',
    podIP: '10.1.2.2',
    containerStatuses: [{ ready: true, started: true, containerID: `process://${String(pid)}` }],
  });
  expect(setup.book.hasRun(setup.api.pod)).toBe(true);
  expect(setup.book.findPid('default', 'pod', 'main')).toBe(pid);
});

test('a container inherits no variables of this process, and gets the addresses of its Pod and node', async () => {
  const setup = startWorker({ containers: [main] });
  const { env = {}, cwd } = (await setup.process(0)).spec;
  const root = join(directory, 'pods/uid-1/containers/main');
  expect(env).toEqual({
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
    HOME: root,
    HOSTNAME: 'pod',
    KUBERNETES_SERVICE_HOST: '127.0.0.1',
    BIND_ADDRESS: '127.1.2.2',
    METRICS_BIND_ADDRESS: '127.129.2.2',
    WHO: 'me',
  });
  expect(cwd).toBe(root);
});

test('init containers run one after the other, before all other containers', async () => {
  const setup = startWorker({
    initContainers: [
      { ...main, name: 'a' },
      { ...main, name: 'b' },
    ],
    containers: [main],
  });
  (await setup.process(0)).end(0);
  const second = await setup.process(1);
  expect(setup.processes.all.map(({ spec }) => spec.name)).toEqual(['default/pod/a', 'default/pod/b']);
  expect(setup.api.last).toMatchObject({ phase: 'Pending' });
  second.end(0);
  expect((await setup.process(2)).spec.name).toBe('default/pod/main');
  await setup.until(hasPhase(setup, 'Running'));
  expect(setup.api.last).toMatchObject({ initContainerStatuses: [{ state: { terminated: { exitCode: 0 } } }, {}] });
});

test('the Pod fails if an init container fails and is not restarted', async () => {
  const setup = startWorker({ restartPolicy: 'Never', initContainers: [{ ...main, name: 'a' }], containers: [main] });
  (await setup.process(0)).end(3);
  await setup.until(hasPhase(setup, 'Failed'));
  expect(setup.processes.all).toHaveLength(1);
});

test('the address and files of a Pod are released when its containers have ended for good', async () => {
  const setup = startWorker({ restartPolicy: 'Never', containers: [main, { ...main, name: 'other' }] });
  await setup.process(1);
  // The containers start in parallel, in any order.
  for (const process of setup.processes.all) process.end(process.spec.name === 'default/pod/main' ? 0 : 7);
  await setup.until(hasPhase(setup, 'Failed'));
  await setup.until(() => setup.addresses.resolve('10.1.2.2', 80) === undefined);
  await expect.poll(() => readdir(join(directory, 'pods'))).toEqual([]);
  expect(setup.api.last?.containerStatuses?.map(({ state }) => state?.terminated?.exitCode)).toEqual([0, 7]);
});

test('a container that fails is restarted with a growing backoff', async () => {
  const setup = startWorker({ containers: [main] });
  for (let index = 0; index < 4; index++) (await setup.process(index)).end(1);
  await setup.until(() => setup.api.last?.containerStatuses?.[0]?.restartCount === 3);
  await setup.until(() => setup.api.last?.containerStatuses?.[0]?.state?.waiting?.reason === 'CrashLoopBackOff');
  expect(setup.api.last).toMatchObject({
    phase: 'Running',
    containerStatuses: [
      {
        restartCount: 3,
        state: { waiting: { message: 'back-off 4s restarting failed container=main pod=pod_default(uid-1)' } },
        lastState: { terminated: { exitCode: 1 } },
      },
    ],
  });
});

test('the containers of a terminating Pod get SIGTERM, their end is reported, and the Pod is removed', async () => {
  const setup = startWorker({ containers: [main] });
  const process = await setup.process(0);
  setup.worker.update(setup.api.store(buildDeleted(30)));
  await setup.until(() => setup.api.removed.length > 0);
  expect(process.signals).toEqual(['SIGTERM']);
  expect(setup.api.removed).toEqual(['uid-1']);
  expect(setup.api.last).toMatchObject({ phase: 'Succeeded' });
  await setup.worker.done;
  expect(setup.clock.timers).toBe(0);
});

test('a process that outlives the grace period is killed', async () => {
  const setup = startWorker({ containers: [main] }, { reacts: () => undefined });
  const process = await setup.process(0);
  setup.worker.update(setup.api.store(buildDeleted(30)));
  await setup.clock.advance(29_900);
  expect(process.signals).toEqual(['SIGTERM']);
  await setup.until(() => setup.api.removed.length > 0);
  expect(process.signals).toEqual(['SIGTERM', 'SIGKILL']);
  expect(setup.api.last).toMatchObject({ containerStatuses: [{ state: { terminated: { exitCode: 137 } } }] });
});

test('a second, shorter grace period replaces the first one', async () => {
  const setup = startWorker({ containers: [main] }, { reacts: () => undefined });
  const process = await setup.process(0);
  setup.worker.update(setup.api.store(buildDeleted(30)));
  setup.worker.update(setup.api.store(buildDeleted(1)));
  await setup.clock.advance(1_100);
  expect(process.signals).toEqual(['SIGTERM', 'SIGKILL']);
});

test('the containers of a Pod whose object is deleted are killed at once, without a report', async () => {
  const setup = startWorker({ containers: [main] }, { reacts: () => undefined });
  const process = await setup.process(0);
  await setup.until(hasPhase(setup, 'Running'));
  const written = setup.api.statuses.length;
  setup.worker.onObjectDeleted();
  await setup.worker.done;
  expect(process.signals).toContain('SIGKILL');
  expect(setup.api.statuses).toHaveLength(written);
  expect(setup.api.removed).toEqual([]);
  expect(setup.clock.timers).toBe(0);
});

test('the containers of a Pod are killed if a status write fails because the Pod is deleted', async () => {
  const setup = startWorker({ containers: [main] }, { reacts: () => undefined });
  const process = await setup.process(0);
  await setup.until(hasPhase(setup, 'Running'));
  setup.api.isDeleted = true;
  process.end(1);
  const again = await setup.process(1);
  await setup.until(() => again.signals.includes('SIGKILL'));
});

test('when the node stops, processes end and the Pod object stays', async () => {
  const setup = startWorker({ containers: [main] });
  const process = await setup.process(0);
  await setup.until(hasPhase(setup, 'Running'));
  setup.worker.stop(2_000);
  await setup.worker.done;
  expect(process.signals).toEqual(['SIGTERM']);
  expect(setup.api.removed).toEqual([]);
  expect(setup.api.last).toMatchObject({ phase: 'Running' });
});

test('conditions that another writer has changed are restored', async () => {
  const setup = startWorker({ containers: [main] });
  await setup.until(() => setup.api.last?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True');
  await setup.clock.advance(100);
  const written = setup.api.statuses.length;
  setup.worker.update(setup.api.pod);
  await setup.clock.advance(100);
  expect(setup.api.statuses).toHaveLength(written);
  setup.worker.update(setup.api.store({ status: { conditions: [{ type: 'Ready', status: 'False' }] } }));
  await setup.clock.advance(100);
  expect(setup.api.statuses).toHaveLength(written + 1);
});

test('a container waits, with the reason, until a missing ConfigMap is created', async () => {
  const volumes = [{ name: 'v', configMap: { name: 'settings' } }];
  const setup = startWorker({ containers: [main], volumes });
  const waiting = (): unknown => setup.api.last?.containerStatuses?.[0]?.state?.waiting?.message;
  const why = 'MountVolume.SetUp failed for volume "v" : configmap "settings" not found';
  await setup.until(() => waiting() === why);
  await setup.until(() => setup.api.asked > 3);
  expect(setup.api.warnings).toEqual([`FailedMount: ${why}`]);
  expect(setup.processes.all).toEqual([]);
  setup.api.configMaps.set('settings', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: buildPod().metadata,
    data: {},
  });
  await setup.until(hasPhase(setup, 'Running'));
});

test.each([
  ['ErrImagePull', { image: 'unknown:1' }, /image unknown:1 is not mapped to a program/],
  [
    'CreateContainerConfigError',
    { env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'x', key: 'y' } } }] },
    /configmap "x"/,
  ],
  ['CreateContainerConfigError', { restartPolicy: 'Always' }, /sets a restart policy/],
])('%s is the reason when a container with %j waits', async (reason, parts, message) => {
  const setup = startWorker({ containers: [{ ...main, ...parts }] });
  const waiting = (): { reason?: string; message?: string } | undefined =>
    setup.api.last?.containerStatuses?.[0]?.state?.waiting;
  await setup.until(() => waiting()?.reason === reason);
  expect(waiting()?.message).toMatch(message);
});

test('a command that cannot be started is retried with a growing backoff', async () => {
  const setup = startWorker({ containers: [main] });
  setup.processes.rejectStarts('no such file');
  const status = () => setup.api.last?.containerStatuses?.[0];
  await setup.until(() => status()?.state?.waiting?.reason === 'CrashLoopBackOff');
  expect(status()?.lastState?.terminated).toMatchObject({
    exitCode: 128,
    reason: 'StartError',
    message: 'failed to start default/pod/main: no such file',
  });
  setup.processes.rejectStarts(undefined);
  await setup.until(hasPhase(setup, 'Running'));
});

test("the image's working directory is on this machine, a container's workingDir is below its root", async () => {
  const image = { name: 'main', image: 'worked' };
  const setup = startWorker({ containers: [image, { ...image, name: 'own', workingDir: '/app' }] });
  await setup.until(() => setup.processes.all.length > 1);
  const folders = Object.fromEntries(setup.processes.all.map(({ spec }) => [spec.env?.['HOME'] ?? '', spec.cwd]));
  const root = (container: string): string => join(directory, 'pods/uid-1/containers', container);
  expect(folders).toEqual({ [root('main')]: process.cwd(), [root('own')]: join(root('own'), 'app') });
});

describe('a Pod that ran on an earlier node', () => {
  const before = { name: 'main', image: 'busybox', imageID: '', ready: true, containerID: 'process://1' };
  const state = { running: { startedAt: '2025-01-01T00:00:00Z' } };
  const pod = { status: { phase: 'Running', containerStatuses: [{ ...before, restartCount: 4, state }] } } as const;

  test('starts again, which counts as a restart', async () => {
    const setup = startWorker({ containers: [main] }, { pod });
    await setup.process(0);
    await setup.until(() => setup.api.last?.containerStatuses?.[0]?.ready === true);
    expect(setup.api.last?.containerStatuses).toMatchObject([
      { restartCount: 5, lastState: { terminated: { exitCode: 137, reason: 'ContainerStatusUnknown' } } },
    ]);
  });

  test('fails with restartPolicy Never', async () => {
    const setup = startWorker({ restartPolicy: 'Never', containers: [main] }, { pod });
    await setup.until(hasPhase(setup, 'Failed'));
    expect(setup.processes.all).toEqual([]);
  });
});

test('a container whose postStart hook fails is ended and restarted', async () => {
  const lifecycle = { postStart: { exec: { command: ['prepare'] } } };
  const setup = startWorker({ containers: [{ ...main, lifecycle }] });
  const process = await setup.process(0);
  const hook = await setup.process(1);
  expect(hook.spec).toMatchObject({
    command: 'prepare',
    env: process.spec.env,
    logFile: `${process.spec.logFile}.exec`,
  });
  hook.end(1);
  await setup.until(() => process.signals.includes('SIGTERM'));
  expect((await setup.process(2)).spec.command).toBe('work');
});

test('a preStop hook runs before SIGTERM, within the grace period', async () => {
  const lifecycle = { preStop: { exec: { command: ['finish'] } } };
  const setup = startWorker({ containers: [{ ...main, lifecycle }] }, { reacts: () => undefined });
  const process = await setup.process(0);
  setup.worker.update(setup.api.store(buildDeleted(2)));
  const hook = await setup.process(1);
  expect(process.signals).toEqual([]);
  hook.end(0);
  await setup.until(() => process.signals.length > 0);
  expect(process.signals).toEqual(['SIGTERM']);
  await setup.clock.advance(2_000);
  expect(process.signals).toEqual(['SIGTERM', 'SIGKILL']);
});

test('a container without a probe is not ready before its program listens on the mapped port', async () => {
  const setup = startWorker({ containers: [{ ...main, image: 'served' }] });
  await setup.process(0);
  await setup.until(hasPhase(setup, 'Running'));
  await setup.clock.advance(1_000);
  expect(setup.api.last?.containerStatuses?.[0]?.ready).toBe(false);
  const server = createServer().listen(servedPort, '127.1.2.2');
  try {
    await setup.until(() => setup.api.last?.containerStatuses?.[0]?.ready === true);
  } finally {
    server.close();
  }
});
