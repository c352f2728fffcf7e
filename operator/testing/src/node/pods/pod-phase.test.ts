import { expect, test } from 'vitest';

import type { ContainerStatus } from '@kubewright/runtime/kinds';
import { mustRestart, phaseOf, type RestartPolicy } from './pod-phase.ts';

const base = { name: 'c', image: 'i', imageID: '', ready: false, restartCount: 0 };
const running: ContainerStatus = { ...base, state: { running: { startedAt: 't' } } };
const waiting: ContainerStatus = { ...base, state: { waiting: { reason: 'ContainerCreating' } } };
const ended = (exitCode: number): ContainerStatus => ({ ...base, state: { terminated: { exitCode } } });
const crashed: ContainerStatus = { ...waiting, lastState: { terminated: { exitCode: 1 } } };

interface Case {
  readonly policy?: RestartPolicy;
  readonly init?: ContainerStatus[];
  readonly main: ContainerStatus[];
  readonly over?: true;
  readonly phase: string;
}

const cases: readonly [title: string, Case][] = [
  ['nothing has run', { main: [waiting], phase: 'Pending' }],
  ['one runs and one has not yet', { main: [running, waiting], phase: 'Pending' }],
  ['one runs and one waits for its restart', { main: [running, crashed], phase: 'Running' }],
  ['all wait for their restart', { main: [crashed], phase: 'Running' }],
  ['one has succeeded and will run again', { main: [ended(0)], phase: 'Running' }],
  ['all have succeeded for good', { policy: 'OnFailure', main: [ended(0), ended(0)], phase: 'Succeeded' }],
  ['one of two has succeeded', { policy: 'Never', main: [ended(0), running], phase: 'Running' }],
  ['one has failed for good', { policy: 'Never', main: [ended(0), ended(1)], phase: 'Failed' }],
  ['one has failed and will run again', { policy: 'OnFailure', main: [ended(0), ended(1)], phase: 'Running' }],
  ['an init container runs', { init: [running], main: [waiting], phase: 'Pending' }],
  ['an init container waits for its restart', { init: [crashed], main: [waiting], phase: 'Pending' }],
  ['an init container has failed for good', { policy: 'Never', init: [ended(1)], main: [waiting], phase: 'Failed' }],
  ['init is done', { init: [ended(0)], main: [running], phase: 'Running' }],
  ['it is deleted and still runs', { main: [running], over: true, phase: 'Running' }],
  ['it is deleted and has ended well', { main: [ended(0)], over: true, phase: 'Succeeded' }],
  ['it is deleted and has ended badly', { main: [ended(0), ended(143)], over: true, phase: 'Failed' }],
];

test.each(cases)('%s', (_, { policy = 'Always', init = [], main, over = false, phase }) => {
  expect(phaseOf({ policy, initContainers: init, containers: main, over })).toBe(phase);
});

test('the policy decides on restarts', () => {
  expect([0, 1].map((code) => mustRestart('Always', code))).toEqual([true, true]);
  expect([0, 1].map((code) => mustRestart('OnFailure', code))).toEqual([false, true]);
  expect([0, 1].map((code) => mustRestart('Never', code))).toEqual([false, false]);
});
