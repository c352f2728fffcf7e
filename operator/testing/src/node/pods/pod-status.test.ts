import { expect, test } from 'vitest';

import type { ContainerStatus, PodStatus } from '@kubewright/runtime/kinds';
import { podOf } from '../../../fixtures/pod-fixture.ts';
import { podStatus, type PodStatusInput } from './pod-status.ts';

const base = { image: 'i', imageID: '', restartCount: 0 };
const status = (name: string, ready: boolean): ContainerStatus => {
  return { ...base, name, ready, state: { running: { startedAt: 't' } } };
};
const waiting: ContainerStatus = {
  ...base,
  name: 'a',
  ready: false,
  state: { waiting: { reason: 'PodInitializing' } },
};
const ended = (name: string, exitCode: number): ContainerStatus => {
  return { ...base, name, ready: false, state: { terminated: { exitCode } } };
};

function statusOf(parts: Partial<PodStatusInput>): PodStatus {
  return podStatus({
    pod: podOf(),
    initContainers: [],
    containers: [status('a', true)],
    prepared: true,
    over: false,
    startTime: 'start',
    before: undefined,
    now: 'now',
    ...parts,
  });
}
const condition = (type: string, parts: Partial<PodStatusInput>): unknown =>
  statusOf(parts).conditions?.find((one) => one.type === type);

test('a Pod is ready when all its containers are ready', () => {
  expect(condition('Ready', {})).toEqual({
    type: 'Ready',
    status: 'True',
    lastTransitionTime: 'now',
    observedGeneration: 1,
  });
  expect(condition('Ready', { containers: [status('a', true), status('b', false), status('c', false)] })).toMatchObject(
    {
      status: 'False',
      reason: 'ContainersNotReady',
      message: 'containers with unready status: [b c]',
    },
  );
});

test.each([
  [0, 'PodCompleted'],
  [1, 'PodFailed'],
])('a Pod that ended with exit code %i is not ready, with reason %s', (code, reason) => {
  const parts = { pod: podOf({ spec: { restartPolicy: 'Never' } }), containers: [ended('a', code)] };
  expect(condition('Ready', parts)).toMatchObject({ status: 'False', reason });
  expect(condition('ContainersReady', parts)).toMatchObject({ status: 'False', reason });
});

test('an unmet readiness gate keeps Ready false, but not ContainersReady', () => {
  const gated = (conditions: PodStatus['conditions']): Partial<PodStatusInput> => ({
    pod: podOf({ spec: { readinessGates: [{ conditionType: 'x/gate' }] }, status: { conditions } as PodStatus }),
  });
  expect(condition('ContainersReady', gated([]))).toMatchObject({ status: 'True' });
  expect(condition('Ready', gated([]))).toMatchObject({ status: 'False', reason: 'ReadinessGatesNotReady' });
  expect(condition('Ready', gated([{ type: 'x/gate', status: 'False' }]))).toMatchObject({ status: 'False' });
  expect(condition('Ready', gated([{ type: 'x/gate', status: 'True' }]))).toMatchObject({ status: 'True' });
});

test('a Pod is initialized when its init containers have succeeded', () => {
  const parts = { initContainers: [ended('i', 0), ended('j', 1), waiting], containers: [waiting] };
  expect(condition('Initialized', parts)).toMatchObject({
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: 'containers with incomplete status: [j a]',
  });
  expect(condition('Initialized', { ...parts, initContainers: [ended('i', 0)] })).toMatchObject({ status: 'True' });
  expect(condition('Initialized', { ...parts, containers: [status('a', false)] })).toMatchObject({ status: 'True' });
});

test('the transition time of a condition is that of its last change', () => {
  const before = statusOf({ now: 'earlier' });
  expect(condition('Ready', { before })).toMatchObject({ lastTransitionTime: 'earlier' });
  expect(condition('Ready', { before, containers: [status('a', false)] })).toMatchObject({ lastTransitionTime: 'now' });
});

test('the status has the addresses of the Pod and its node', () => {
  const place = {
    podIP: '10.1.2.3',
    hostIP: '10.1.2.1',
    allocatable: { cpu: '1', memory: '1', 'ephemeral-storage': '1' },
  };
  expect(statusOf({ place })).toMatchObject({
    podIP: '10.1.2.3',
    podIPs: [{ ip: '10.1.2.3' }],
    hostIP: '10.1.2.1',
    hostIPs: [{ ip: '10.1.2.1' }],
    startTime: 'start',
    observedGeneration: 1,
  });
  expect(statusOf({}).podIP).toBeUndefined();
});

test('the status contains only fields that the node sets', () => {
  expect(statusOf({}).conditions?.map(({ type }) => type)).toEqual([
    'PodReadyToStartContainers',
    'Initialized',
    'ContainersReady',
    'Ready',
  ]);
  expect(statusOf({})).not.toHaveProperty('initContainerStatuses');
});
