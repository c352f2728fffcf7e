import { expect, test } from 'vitest';

import { buildPod } from '../../../fixtures/pod-fixture.ts';
import { divideQuantity, resolveFieldRef, type PodPlacement, resolveResourceFieldRef } from './downward.ts';

const place: PodPlacement = {
  podIP: '10.9.8.7',
  hostIP: '10.9.8.1',
  allocatable: { cpu: '8', memory: '16Gi', 'ephemeral-storage': '10Gi' },
};
const pod = buildPod({
  metadata: { labels: { b: '2', a: 'x "y"\n' }, annotations: { 'example.com/note': "it's" } },
  spec: { nodeName: 'node', serviceAccountName: 'robot' },
});
const resolveField = (fieldPath: string): string => resolveFieldRef(pod, { fieldPath }, place);

test.each([
  ['metadata.name', 'pod'],
  ['metadata.namespace', 'default'],
  ['metadata.uid', 'uid-1'],
  ['metadata.labels', 'a="x \\"y\\"\\n"\nb="2"'],
  ["metadata.labels['b']", '2'],
  ["metadata.labels['none']", ''],
  ["metadata.annotations['example.com/note']", "it's"],
  ['spec.nodeName', 'node'],
  ['spec.serviceAccountName', 'robot'],
  ['status.podIP', '10.9.8.7'],
  ['status.podIPs', '10.9.8.7'],
  ['status.hostIP', '10.9.8.1'],
])('fieldPath %s is %j', (path, text) => {
  expect(resolveField(path)).toBe(text);
});

test('an unknown fieldPath is an error', () => {
  expect(() => resolveField('status.phase')).toThrow('unsupported fieldPath: status.phase');
});

test("an unset limit is the node's allocatable, an unset request is 0", () => {
  const containers = [{ name: 'a', image: 'x', resources: { limits: { memory: '64Mi' } } }];
  const text = (resource: string, divisor?: string): string =>
    resolveResourceFieldRef(
      { resource, containerName: 'a', ...(divisor !== undefined && { divisor }) },
      containers,
      place,
    );
  expect(text('limits.memory', '1Mi')).toBe('64');
  expect(text('limits.cpu')).toBe('8');
  expect(text('requests.cpu')).toBe('0');
  expect(() => text('limits.pods')).toThrow(/unsupported resource/);
  expect(() => text('limits.memory', '1kB')).toThrow('the quantity 1kB has an unknown suffix');
});

test.each([
  ['250m', undefined, '1'],
  ['250m', '1m', '250'],
  ['300m', '100m', '3'],
  ['2', '0', '2'],
  ['128Mi', '1Mi', '128'],
  ['128M', '1Mi', '123'],
])('%s in %s is %s', (quantity, divisor, count) => {
  expect(divideQuantity(quantity, divisor)).toBe(count);
});
