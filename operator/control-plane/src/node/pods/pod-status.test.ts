import { expect, test } from 'vitest';

import type { ContainerStatus, PodStatus } from '@kubewright/runtime/kinds';
import { buildPod } from '../../../fixtures/pod-fixture.ts';
import { buildPodStatus, type PodStatusInput } from './pod-status.ts';

const base = { image: 'i', imageID: '', restartCount: 0 };
const buildStatus = (name: string, ready: boolean): ContainerStatus => {
  return { ...base, name, ready, state: { running: { startedAt: 't' } } };
};
const waiting: ContainerStatus = {
  ...base,
  name: 'a',
  ready: false,
  state: { waiting: { reason: 'PodInitializing' } },
};
const buildEnded = (name: string, exitCode: number): ContainerStatus => {
  return { ...base, name, ready: false, state: { terminated: { exitCode } } };
};

function computeStatus(parts: Partial<PodStatusInput>): PodStatus {
  return buildPodStatus({
    pod: buildPod(),
    initContainers: [],
    containers: [buildStatus('a', true)],
    prepared: true,
    over: false,
    startTime: 'start',
    before: undefined,
    now: 'now',
    ...parts,
  });
}
const findCondition = (type: string, parts: Partial<PodStatusInput>): unknown =>
  computeStatus(parts).conditions?.find((one) => one.type === type);

test('a Pod is ready when all its containers are ready', () => {
  expect(findCondition('Ready', {})).toEqual({
    type: 'Ready',
    status: 'True',
    lastTransitionTime: 'now',
    observedGeneration: 1,
  });
  expect(
    findCondition('Ready', { containers: [buildStatus('a', true), buildStatus('b', false), buildStatus('c', false)] }),
  ).toMatchObject({
    status: 'False',
    reason: 'ContainersNotReady',
    message: 'containers with unready status: [b c]',
  });
});

test.each([
  [0, 'PodCompleted'],
  [1, 'PodFailed'],
])('a Pod that ended with exit code %i is not ready, with reason %s', (code, reason) => {
  const parts = { pod: buildPod({ spec: { restartPolicy: 'Never' } }), containers: [buildEnded('a', code)] };
  expect(findCondition('Ready', parts)).toMatchObject({ status: 'False', reason });
  expect(findCondition('ContainersReady', parts)).toMatchObject({ status: 'False', reason });
});

test('an unmet readiness gate keeps Ready false, but not ContainersReady', () => {
  const gated = (conditions: PodStatus['conditions']): Partial<PodStatusInput> => ({
    pod: buildPod({ spec: { readinessGates: [{ conditionType: 'x/gate' }] }, status: { conditions } as PodStatus }),
  });
  expect(findCondition('ContainersReady', gated([]))).toMatchObject({ status: 'True' });
  expect(findCondition('Ready', gated([]))).toMatchObject({ status: 'False', reason: 'ReadinessGatesNotReady' });
  expect(findCondition('Ready', gated([{ type: 'x/gate', status: 'False' }]))).toMatchObject({ status: 'False' });
  expect(findCondition('Ready', gated([{ type: 'x/gate', status: 'True' }]))).toMatchObject({ status: 'True' });
});

test('a Pod is initialized when its init containers have succeeded', () => {
  const parts = { initContainers: [buildEnded('i', 0), buildEnded('j', 1), waiting], containers: [waiting] };
  expect(findCondition('Initialized', parts)).toMatchObject({
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: 'containers with incomplete status: [j a]',
  });
  expect(findCondition('Initialized', { ...parts, initContainers: [buildEnded('i', 0)] })).toMatchObject({
    status: 'True',
  });
  expect(findCondition('Initialized', { ...parts, containers: [buildStatus('a', false)] })).toMatchObject({
    status: 'True',
  });
});

test('the transition time of a condition is that of its last change', () => {
  const before = computeStatus({ now: 'earlier' });
  expect(findCondition('Ready', { before })).toMatchObject({ lastTransitionTime: 'earlier' });
  expect(findCondition('Ready', { before, containers: [buildStatus('a', false)] })).toMatchObject({
    lastTransitionTime: 'now',
  });
});

test('the status has the addresses of the Pod and its node', () => {
  const place = {
    podIP: '10.1.2.3',
    hostIP: '10.1.2.1',
    allocatable: { cpu: '1', memory: '1', 'ephemeral-storage': '1' },
  };
  expect(computeStatus({ place })).toMatchObject({
    podIP: '10.1.2.3',
    podIPs: [{ ip: '10.1.2.3' }],
    hostIP: '10.1.2.1',
    hostIPs: [{ ip: '10.1.2.1' }],
    startTime: 'start',
    observedGeneration: 1,
  });
  expect(computeStatus({}).podIP).toBeUndefined();
});

test('the status contains only fields that the node sets', () => {
  expect(computeStatus({}).conditions?.map(({ type }) => type)).toEqual([
    'PodReadyToStartContainers',
    'Initialized',
    'ContainersReady',
    'Ready',
  ]);
  expect(computeStatus({})).not.toHaveProperty('initContainerStatuses');
});
