import { expect, test } from 'vitest';

import type { ConfigMap, Container, Secret } from '@kubewright/runtime/kinds';
import { buildPod } from '../../../fixtures/pod-fixture.ts';
import { resolveVariables } from './container-environment.ts';

const { metadata } = buildPod();
const configMap: ConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata,
  data: { color: 'blue', '$(A)': 'literal' },
};
const secret: Secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata,
  data: { password: Buffer.from('p$$w').toString('base64') },
};
const sources = {
  getConfigMap: (name: string) => Promise.resolve(name === 'settings' ? configMap : undefined),
  getSecret: (name: string) => Promise.resolve(name === 'keys' ? secret : undefined),
};
const place = {
  podIP: '10.9.8.7',
  hostIP: '10.9.8.1',
  allocatable: { cpu: '8', memory: '16Gi', 'ephemeral-storage': '1Gi' },
};
const given = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: '6443' };
const forced = { BIND_ADDRESS: '127.9.8.7', SHARE: '/share' };

async function readVariables(parts: Partial<Container>): Promise<Record<string, string>> {
  const container: Container = { name: 'main', image: 'busybox', ...parts };
  return Object.fromEntries(await resolveVariables(container, { pod: buildPod(), place, sources, given, forced }));
}
const buildValue = (name: string, text: string): { name: string; value: string } => ({ name, value: text });

test('a value expands variables declared before it, and the variables of every Pod', async () => {
  const env = [
    buildValue('A', 'one'),
    buildValue('B', '$(A)-$(C)-$$(A)'),
    buildValue('C', '$(B)'),
    buildValue('API', 'https://$(KUBERNETES_SERVICE_HOST):$(KUBERNETES_SERVICE_PORT)'),
  ];
  expect(await readVariables({ env })).toEqual({
    ...given,
    A: 'one',
    B: 'one-$(C)-$(A)',
    C: 'one-$(C)-$(A)',
    API: 'https://127.0.0.1:6443',
  });
});

test('values from ConfigMaps, Secrets and fields are not expanded', async () => {
  const env = [
    buildValue('A', 'one'),
    { name: 'FIELD', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
    { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
    { name: 'COLOR', valueFrom: { configMapKeyRef: { name: 'settings', key: 'color' } } },
    { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'keys', key: 'password' } } },
    buildValue('BOTH', '$(COLOR)/$(FIELD)'),
  ];
  const expected = { FIELD: '10.9.8.7', CPU: '8', COLOR: 'blue', PASSWORD: 'p$$w', BOTH: 'blue/10.9.8.7' };
  expect(await readVariables({ env })).toMatchObject(expected);
});

test('envFrom comes first, with its prefix, and env overrides it', async () => {
  const envFrom = [{ prefix: 'X_', configMapRef: { name: 'settings' } }, { secretRef: { name: 'keys' } }];
  const env = [buildValue('X_color', 'red')];
  expect(await readVariables({ envFrom, env })).toMatchObject({
    X_color: 'red',
    password: 'p$$w',
    'X_$(A)': 'literal',
  });
});

test('a variable of the container overrides a variable of every Pod', async () => {
  expect(await readVariables({ env: [buildValue('KUBERNETES_SERVICE_HOST', 'elsewhere')] })).toMatchObject({
    KUBERNETES_SERVICE_HOST: 'elsewhere',
  });
});

test('a forced variable overrides a declared one, also where other values expand it', async () => {
  const env = [
    buildValue('BIND_ADDRESS', '0.0.0.0'),
    buildValue('URL', 'http://$(BIND_ADDRESS):80'),
    buildValue('FILE', '$(SHARE)/x'),
  ];
  expect(await readVariables({ env })).toEqual({
    ...given,
    BIND_ADDRESS: '127.9.8.7',
    URL: 'http://127.9.8.7:80',
    FILE: '$(SHARE)/x',
  });
});

test('a variable from an optional, missing source is not set', async () => {
  const env = [
    { name: 'A', valueFrom: { configMapKeyRef: { name: 'none', key: 'x', optional: true } } },
    { name: 'B', valueFrom: { secretKeyRef: { name: 'keys', key: 'none', optional: true } } },
  ];
  expect(await readVariables({ env, envFrom: [{ secretRef: { name: 'none', optional: true } }] })).toEqual(given);
});

test.each([
  [{ configMapKeyRef: { name: 'none', key: 'x' } }, 'configmap "none" not found'],
  [{ configMapKeyRef: { name: 'settings', key: 'x' } }, "couldn't find key x in ConfigMap settings"],
  [{ secretKeyRef: { name: 'none', key: 'x' } }, 'secret "none" not found'],
  [{ secretKeyRef: { name: 'keys', key: 'x' } }, "couldn't find key x in Secret keys"],
  [{ fieldRef: { fieldPath: 'spec.none' } }, 'unsupported fieldPath: spec.none'],
  [{}, 'this node does not support the source of the variable A'],
])('a variable from %j is an error', async (valueFrom, message) => {
  const failure = { name: 'ConfigError', message };
  await expect(readVariables({ env: [{ name: 'A', valueFrom }] })).rejects.toMatchObject(failure);
});
