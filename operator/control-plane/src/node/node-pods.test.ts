import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import type { KubeletHost } from '../kubelet/index.ts';
import type { ContainerState, ContainerStatus } from '@kubewright/runtime/kinds';
import { loggedRun, createNodePods } from './node-pods.ts';
import { buildPod } from '../../fixtures/pod-fixture.ts';
import { createContainerStatuses } from './pods/container-status.ts';
import { RunBook } from './pods/index.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

let directory = '';
useTemporaryFolder((path) => void (directory = path));
let host: KubeletHost;
const book = new RunBook();
beforeEach(async () => {
  const addresses = { resolve: () => undefined };
  host = createNodePods({ book, clock: createFakeClock(), addresses, directory });
});

const pod = buildPod();
const { namespace, name } = pod.metadata;
const registerPod = () =>
  book.register({ pod: () => pod, statuses: createContainerStatuses(pod, '', () => undefined) });
const all = { follow: false, previous: false, timestamps: false };
const neverAborted = new AbortController().signal;

test('names in a request are never used as paths', async () => {
  using _here = registerPod();
  await writeFile(join(directory, 'secret.log'), 'secret');
  for (const container of ['../../secret', '..%2Fsecret', '', '__proto__']) {
    const asked = host.logs({ namespace, pod: name, container }, all, neverAborted);
    await expect(asked).rejects.toMatchObject({
      status: 404,
      message: `container "${container}" not found in pod "${name}"`,
    });
  }
  const elsewhere = host.logs({ namespace: `../${namespace}`, pod: name, container: 'main' }, all, neverAborted);
  await expect(elsewhere).rejects.toMatchObject({ status: 404, message: `pod "${name}" does not exist` });
});

test('logs and ports of a container that is not running are errors', async () => {
  using _here = registerPod();
  const main = { namespace, pod: name, container: 'main' };
  await expect(host.logs(main, all, neverAborted)).rejects.toThrow('is waiting to start: ContainerCreating');
  await expect(host.portForward(main)(80)).rejects.toThrow('the Pod has no address');
});

test('a deleted Pod is not found', () => {
  registerPod()[Symbol.dispose]();
  expect(() => host.portForward({ namespace, pod: name })).toThrow(`pod "${name}" does not exist`);
});

const ended = (pid: number): ContainerState => ({
  terminated: { exitCode: 1, containerID: `process://${String(pid)}` },
});
const notStarted: ContainerState = { terminated: { exitCode: 128, reason: 'StartError' } };
const running: ContainerState = { running: {} };
function runOf(status: Partial<ContainerStatus>, previous = false): number {
  const none = { name: 'main', image: '', imageID: '', ready: false, restartCount: 0 };
  return loggedRun('web', { ...none, ...status }, previous);
}

test('the log of a container is that of its current run, or else of its last run', () => {
  expect(runOf({ state: running, containerID: 'process://7', lastState: ended(5) })).toBe(7);
  expect(runOf({ state: ended(7), lastState: ended(5) })).toBe(7);
  expect(runOf({ state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: ended(7) })).toBe(7);
  expect(runOf({ state: notStarted, lastState: ended(7) })).toBe(7);
});

test('the previous log is that of the run that ended last', () => {
  expect(runOf({ state: running, containerID: 'process://7', lastState: ended(5) }, true)).toBe(5);
  expect(runOf({ state: { waiting: {} }, lastState: ended(5) }, true)).toBe(5);
});

test.each([
  [{ state: running, containerID: 'process://7' }, true, 'previous terminated container "main" in pod "web" not found'],
  [{ state: notStarted }, false, 'container "main" in pod "web" is terminated'],
  [
    { state: { waiting: { reason: 'ContainerCreating' } } },
    false,
    'container "main" in pod "web" is waiting to start: ContainerCreating',
  ],
  [
    { state: { waiting: { reason: 'ErrImagePull' } } },
    false,
    'container "main" in pod "web" is waiting to start: image can\'t be pulled',
  ],
  [{}, false, 'container "main" in pod "web" is waiting to start - no logs yet'],
])(
  "the request for a log that does not exist is an error with the kubelet's message (%#)",
  (status, previous, words) => {
    expect(() => runOf(status, previous)).toThrow(words);
  },
);
