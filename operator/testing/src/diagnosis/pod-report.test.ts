import { expect, test } from 'vitest';

import type { ContainerState, ContainerStatus, PodStatus } from '@kubewright/runtime/kinds';
import { podOf } from '../../fixtures/pod-fixture.ts';
import { isUnready, podReport } from './pod-report.ts';

const container = (state: ContainerState, parts: Partial<ContainerStatus> = {}): ContainerStatus => {
  return { name: 'main', image: 'a', imageID: '', ready: false, restartCount: 0, state, ...parts };
};
const linesOf = (status: PodStatus, nodeName?: string): readonly string[] =>
  podReport(podOf({ spec: { ...(nodeName !== undefined && { nodeName }) }, status }), []);

test.each([
  ['True', 'Running', false],
  ['False', 'Running', true],
  ['False', 'Succeeded', false],
  ['False', 'Failed', true],
] as const)('a Pod with Ready=%s that is %s is unready: %s', (status, phase, unready) => {
  expect(isUnready(podOf({ status: { phase, conditions: [{ type: 'Ready', status }] } }))).toBe(unready);
});

test('a Pod without a status is unready', () => {
  expect(isUnready(podOf())).toBe(true);
  expect(podReport(podOf(), [])).toEqual(['Pod default/pod on no node: Pending']);
});

test('a crashing container has its state and its last termination in the report', () => {
  const waiting = { reason: 'CrashLoopBackOff', message: 'back-off 2s restarting failed container' };
  const lastState = { terminated: { exitCode: 3, reason: 'Error' } };
  const containerStatuses = [container({ waiting }, { restartCount: 2, lastState })];
  expect(linesOf({ phase: 'Running', containerStatuses }, 'processes')).toEqual([
    'Pod default/pod on processes: Running',
    '  container main: waiting, CrashLoopBackOff: back-off 2s restarting failed container, restarted 2 times; before: ended with exit code 3, Error',
  ]);
});

test('containers that are ready or have completed are left out, those that are not yet ready are not', () => {
  const containerStatuses = [
    container({ terminated: { exitCode: 0, reason: 'Completed' } }, { name: 'done' }),
    container({ running: {} }, { name: 'ready', ready: true }),
    container({ running: {} }),
  ];
  expect(linesOf({ phase: 'Running', containerStatuses }).slice(1)).toEqual([
    '  container main: running, but not ready',
  ]);
});
