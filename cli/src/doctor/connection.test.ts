import type { KubectlRun } from '@kubewright/declaration/kubectl';
import { expect, it } from 'vitest';

import { checkConnection } from './connection.ts';

interface Given {
  readonly version?: string;
  readonly kubectl?: string;
  readonly stderr?: string;
  readonly config?: string;
}

function check(
  { version, kubectl = 'v1.36.4', stderr = '', config = 'kind-kind https://127.0.0.1:6443' }: Given,
  context?: string,
) {
  const serverVersion = version === undefined ? {} : { serverVersion: { gitVersion: version } };
  return checkConnection(([command]): Promise<KubectlRun> => {
    const stdout =
      command === 'version' ? JSON.stringify({ clientVersion: { gitVersion: kubectl }, ...serverVersion }) : config;
    return Promise.resolve({ code: version === undefined ? 1 : 0, stdout, stderr });
  }, context);
}

it('a cluster that answers is named with its version', async () => {
  expect(await check({ version: 'v1.36.4' })).toMatchObject({
    ...{ isReachable: true, findings: [] },
    summary: 'Kubernetes v1.36.4 (context kind-kind, https://127.0.0.1:6443)',
  });
  expect(await check({ version: 'v1.36.4', config: '' })).toMatchObject({
    summary: 'Kubernetes v1.36.4 (in this Pod)',
  });
});

it.each([
  ['v1.29.9', ['error']],
  ['v1.33.1-gke.100', ['warning']],
  ['v1.34.0', []],
])('Kubernetes %s is judged: %s', async (version, severities) => {
  expect((await check({ version, kubectl: version })).findings.map(({ severity }) => severity)).toEqual(severities);
});

it.each([
  ['v1.35.0', 0],
  ['v1.37.2', 0],
  ['v1.34.9', 1],
  ['v1.38.0', 1],
])('kubectl %s has %s findings with Kubernetes 1.36', async (kubectl, count) => {
  const { findings } = await check({ version: 'v1.36.4', kubectl });
  expect(findings).toHaveLength(count);
  if (count > 0) expect(findings[0]).toMatchObject({ severity: 'warning', remedy: 'install kubectl 1.36' });
});

it('without a cluster in the kubeconfig, only local checks run, which does not count as a finding', async () => {
  expect(await check({ config: '', stderr: 'The connection to the server localhost:8080 was refused' })).toMatchObject({
    ...{ isReachable: false, findings: [], summary: 'your kubeconfig has no cluster: only local checks ran' },
  });
});

it.each([
  ['warning', undefined],
  ['error', 'kind-kind'],
])('a cluster that does not answer is a %s with the context %s', async (severity, context) => {
  const stderr = 'E1128 memcache.go: noise\nUnable to connect to the server: dial tcp: timeout\n';
  const { findings } = await check({ stderr }, context);
  expect(findings).toMatchObject([
    {
      severity,
      message:
        'the cluster cannot be reached, so only local checks ran: Unable to connect to the server: dial tcp: timeout',
    },
  ]);
});

it('a kubectl that is not installed is a finding', async () => {
  const missing = () => Promise.reject(new Error('failed to run kubectl: it is not on your PATH'));
  expect((await checkConnection(missing, undefined)).findings[0]?.message).toContain('it is not on your PATH');
});

it('a kubeconfig that cannot be read is a finding, although it names no cluster', async () => {
  const stderr = 'error: error loading config file "config": yaml: line 3: did not find expected node content';
  const { findings } = await check({ config: '', stderr });
  expect(findings).toMatchObject([{ severity: 'warning', message: expect.stringContaining(stderr) as string }]);
});
