import { expect, test } from 'vitest';

import { type ContainerEvent, getExitCode, createStatus, nextStatus } from './container-status.ts';

const container = { name: 'main', image: 'busybox:1' };
const formatTime = (second: number): string => `2030-01-01T00:00:0${String(second)}Z`;
const buildRunning = (pid: number): ContainerEvent => {
  return { type: 'running', containerID: `process://${String(pid)}`, imageID: 'process:///bin/x', at: formatTime(pid) };
};
const buildExited = (second: number, code: number): ContainerEvent => {
  return { type: 'exited', exit: { code, signal: null }, at: formatTime(second) };
};
const replay = (...events: ContainerEvent[]): unknown =>
  events.reduce(nextStatus, createStatus(container, 'ContainerCreating'));

test('a new container is waiting', () => {
  expect(replay()).toEqual({
    name: 'main',
    image: 'busybox:1',
    imageID: '',
    ready: false,
    started: false,
    restartCount: 0,
    state: { waiting: { reason: 'ContainerCreating' } },
  });
});

test('a running container is neither started nor ready before its probes succeed', () => {
  const run = buildRunning(1);
  expect(replay(run)).toMatchObject({ ready: false, started: false, state: { running: { startedAt: formatTime(1) } } });
  expect(replay(run, { type: 'startup succeeded' }, { type: 'readiness', ready: true })).toMatchObject({
    ready: true,
    started: true,
    containerID: 'process://1',
    imageID: 'process:///bin/x',
  });
});

test.each([
  [0, 'Completed'],
  [7, 'Error'],
])('a container that ended with exit code %i has the reason %s, and is not ready', (code, reason) => {
  const terminated = {
    exitCode: code,
    reason,
    startedAt: formatTime(1),
    finishedAt: formatTime(2),
    containerID: 'process://1',
  };
  expect(replay(buildRunning(1), { type: 'readiness', ready: true }, buildExited(2, code))).toMatchObject({
    ready: false,
    restartCount: 0,
    state: { terminated },
  });
});

test('a restart is counted when it begins, and the previous end stays in lastState', () => {
  const backingOff = { type: 'waiting', reason: 'CrashLoopBackOff', message: 'back-off 1s' } as const;
  const first = { terminated: { exitCode: 1, containerID: 'process://1' } };
  expect(replay(buildRunning(1), buildExited(2, 1), backingOff)).toMatchObject({
    restartCount: 0,
    state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 1s' } },
    lastState: first,
  });
  expect(replay(buildRunning(1), buildExited(2, 1), backingOff, buildRunning(3))).toMatchObject({
    restartCount: 1,
    lastState: first,
  });
  expect(replay(buildRunning(1), buildExited(2, 1), buildRunning(3))).toMatchObject({
    restartCount: 1,
    lastState: first,
  });
  expect(replay(buildRunning(1), buildExited(2, 1), buildRunning(3), buildExited(4, 2), buildRunning(5))).toMatchObject(
    {
      restartCount: 2,
      lastState: { terminated: { exitCode: 2 } },
    },
  );
});

test('a command that cannot be started ends with exit code 128', () => {
  const failed = { type: 'start failed', message: 'no such file', at: formatTime(1) } as const;
  expect(replay(failed)).toMatchObject({
    state: { terminated: { exitCode: 128, reason: 'StartError', message: 'no such file' } },
  });
});

test('a signal is reported as exit code 128 plus its number', () => {
  expect(getExitCode({ code: null, signal: 'SIGKILL' })).toBe(137);
  expect(getExitCode({ code: null, signal: 'SIGTERM' })).toBe(143);
  expect(getExitCode({ code: 3, signal: null })).toBe(3);
});
