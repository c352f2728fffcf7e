import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { Deployment, LimitRange } from '../../../operator/runtime/src/kinds/index.ts';
import { findHelm, type Helm } from '../../support/helm.ts';
import { getPackagedChart } from '../../support/packaged-chart.ts';
import { runDirectory } from '../../support/run-directory.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { parseObjects } from './rendering.ts';

const namespace = 'kubewright-system';
let own: TestCluster;
let helm: Helm;
let chart: string;

beforeAll(async () => {
  chart = (await getPackagedChart()).archive;
  own = await startTestCluster();
  helm = await findHelm();
  await own.cluster.controlPlane.kubectl(['create', 'namespace', namespace]);
});

afterAll(async () => {
  await own[Symbol.asyncDispose]();
});

/** Pipes `helm template` to `kubectl apply`. */
async function apply(...args: readonly string[]): Promise<void> {
  const result = await helm(
    'template',
    'kubewright',
    chart,
    '--namespace',
    namespace,
    '--kube-version',
    '1.36.4',
    ...args,
  );
  expect(result.code).toBe(0);
  const titles = parseObjects(result).map(
    ({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`,
  );
  expect(titles).toEqual([...new Set(titles)]);
  const file = path.join(await mkdtemp(path.join(runDirectory(), 'rendered-')), 'all.yaml');
  await writeFile(file, result.stdout);
  await own.cluster.controlPlane.kubectl(['apply', '--server-side', '-f', file]);
}

const isReady = async (): Promise<boolean> => {
  const { status } = await own.client.resource(Deployment).get({ namespace, name: 'kubewright' });
  return status?.availableReplicas === 2;
};

it('a chart without hooks is applied by kubectl', async () => {
  await apply('--no-hooks');
  await until('the operator is ready', isReady);
});

it('hooks have unique names: none overwrites an object of the release', async () => {
  const before = await own.client.resource(LimitRange).get({ namespace, name: 'kubewright-in-use' });
  await apply();
  const after = await own.client.resource(LimitRange).get({ namespace, name: 'kubewright-in-use' });
  expect(after.metadata.labels).toEqual(before.metadata.labels);
  expect(Object.keys(after.metadata.annotations ?? {}).filter((each) => each.startsWith('helm.sh/'))).toEqual([]);
  expect(await isReady()).toBe(true);
});
