import { expect, test } from 'vitest';

import type { ContainerStatus } from '@kubewright/runtime/kinds';
import { shouldRestart, computePhase, type RestartPolicy } from './pod-phase.ts';

const base = { name: 'c', image: 'i', imageID: '', ready: false, restartCount: 0 };
const running: ContainerStatus = { ...base, state: { running: { startedAt: 't' } } };
const waiting: ContainerStatus = { ...base, state: { waiting: { reason: 'ContainerCreating' } } };
const buildEnded = (exitCode: number): ContainerStatus => ({ ...base, state: { terminated: { exitCode } } });
const crashed: ContainerStatus = { ...waiting, lastState: { terminated: { exitCode: 1 } } };

interface Case {
  readonly policy?: RestartPolicy;
  readonly init?: ContainerStatus[];
  readonly main: ContainerStatus[];
  readonly over?: true;
  readonly phase: string;
}

const cases: readonly [title: string, Case][] = [
  ['Pending while no container has run', { main: [waiting], phase: 'Pending' }],
  ['Pending while one container runs and one has not started', { main: [running, waiting], phase: 'Pending' }],
  ['Running while one container runs and one waits for its restart', { main: [running, crashed], phase: 'Running' }],
  ['Running while all containers wait for their restart', { main: [crashed], phase: 'Running' }],
  ['Running while a container that has succeeded will restart', { main: [buildEnded(0)], phase: 'Running' }],
  [
    'Succeeded when all have succeeded',
    { policy: 'OnFailure', main: [buildEnded(0), buildEnded(0)], phase: 'Succeeded' },
  ],
  ['Running while one of two has succeeded', { policy: 'Never', main: [buildEnded(0), running], phase: 'Running' }],
  ['Failed when one has failed for good', { policy: 'Never', main: [buildEnded(0), buildEnded(1)], phase: 'Failed' }],
  ['Running while one will restart', { policy: 'OnFailure', main: [buildEnded(0), buildEnded(1)], phase: 'Running' }],
  ['Pending while an init container runs', { init: [running], main: [waiting], phase: 'Pending' }],
  ['Pending while an init container restarts', { init: [crashed], main: [waiting], phase: 'Pending' }],
  ['Failed by an init container', { policy: 'Never', init: [buildEnded(1)], main: [waiting], phase: 'Failed' }],
  ['Running after its init containers', { init: [buildEnded(0)], main: [running], phase: 'Running' }],
  ['Running while terminating', { main: [running], over: true, phase: 'Running' }],
  ['Succeeded when terminated with exit code 0', { main: [buildEnded(0)], over: true, phase: 'Succeeded' }],
  [
    'Failed when terminated with exit code 143',
    { main: [buildEnded(0), buildEnded(143)], over: true, phase: 'Failed' },
  ],
];

test.each(cases)('a Pod is %s', (_, { policy = 'Always', init = [], main, over = false, phase }) => {
  expect(computePhase({ policy, initContainers: init, containers: main, over })).toBe(phase);
});

test('restarts follow the restart policy', () => {
  expect([0, 1].map((code) => shouldRestart('Always', code))).toEqual([true, true]);
  expect([0, 1].map((code) => shouldRestart('OnFailure', code))).toEqual([false, true]);
  expect([0, 1].map((code) => shouldRestart('Never', code))).toEqual([false, false]);
});
