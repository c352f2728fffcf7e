import { expect, test } from 'vitest';

import type { ContainerState, ContainerStatus } from '@kubewright/runtime/kinds';
import { loggedRun } from '../node-pods.ts';

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
