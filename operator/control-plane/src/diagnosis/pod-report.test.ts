import { expect, test } from 'vitest';

import type { ContainerState, ContainerStatus, PodStatus } from '@kubewright/runtime/kinds';
import { buildPod } from '../../fixtures/pod-fixture.ts';
import { isUnready, describePod } from './pod-report.ts';

const buildContainer = (state: ContainerState, parts: Partial<ContainerStatus> = {}): ContainerStatus => {
  return { name: 'main', image: 'a', imageID: '', ready: false, restartCount: 0, state, ...parts };
};
const formatReport = (status: PodStatus, nodeName?: string): readonly string[] =>
  describePod(buildPod({ spec: { ...(nodeName !== undefined && { nodeName }) }, status }), []);

test.each([
  ['True', 'Running', false],
  ['False', 'Running', true],
  ['False', 'Succeeded', false],
  ['False', 'Failed', true],
] as const)('a Pod with Ready=%s that is %s is unready: %s', (status, phase, unready) => {
  expect(isUnready(buildPod({ status: { phase, conditions: [{ type: 'Ready', status }] } }))).toBe(unready);
});

test('a Pod without a status is unready', () => {
  expect(isUnready(buildPod())).toBe(true);
  expect(describePod(buildPod(), [])).toEqual(['Pod default/pod without a node: Pending']);
});

test('the report has the state and the last termination of a crashing container', () => {
  const waiting = { reason: 'CrashLoopBackOff', message: 'back-off 2s restarting failed container' };
  const lastState = { terminated: { exitCode: 3, reason: 'Error' } };
  const containerStatuses = [buildContainer({ waiting }, { restartCount: 2, lastState })];
  expect(formatReport({ phase: 'Running', containerStatuses }, 'processes')).toEqual([
    'Pod default/pod on processes: Running',
    '  container main: waiting, CrashLoopBackOff: back-off 2s restarting failed container, restarted 2 times; before: ended with exit code 3, Error',
  ]);
});

test('the report omits ready and completed containers, but not those that are not yet ready', () => {
  const containerStatuses = [
    buildContainer({ terminated: { exitCode: 0, reason: 'Completed' } }, { name: 'done' }),
    buildContainer({ running: {} }, { name: 'ready', ready: true }),
    buildContainer({ running: {} }),
  ];
  expect(formatReport({ phase: 'Running', containerStatuses }).slice(1)).toEqual([
    '  container main: running, but not ready',
  ]);
});
