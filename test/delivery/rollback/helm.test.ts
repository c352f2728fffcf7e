import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { findHelm, type Helm } from '../../support/helm.ts';
import { packagedChart } from '../../support/packaged-chart.ts';
import { createAnimal, extraOf, older, versionOf, writeAnimal } from '../../support/rollback.ts';
import { runDirectory } from '../../support/run-directory.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';

const { version } = older;
let own: TestCluster;
let helm: Helm;
let chart: string;

beforeAll(async () => {
  const file = path.join(runDirectory(), 'rollback-declaration.json');
  await writeFile(file, JSON.stringify(older));
  chart = (await packagedChart(file)).folder;
  own = await startTestCluster();
  helm = await findHelm(own.cluster.controlPlane.kubeconfigPath);
});

afterAll(async () => {
  await own[Symbol.asyncDispose]();
});

/** The chart of the next release, whose CRD has one field more. */
async function nextChart(): Promise<string> {
  const next = path.join(await mkdtemp(path.join(runDirectory(), 'next-chart-')), 'zoo');
  await cp(chart, next, { recursive: true });
  const change = async (name: string, changes: readonly (readonly [RegExp, string])[]): Promise<void> => {
    const file = path.join(next, name);
    const text = await readFile(file, 'utf8');
    const changed = changes.reduce((all, [from, to]) => all.replaceAll(from, to), text);
    expect(changed).not.toBe(text);
    await writeFile(file, changed);
  };
  await change('Chart.yaml', [[/0\.1\.0/g, '0.2.0']]);
  await change('templates/customresourcedefinition.yaml', [
    [/0\.1\.0/g, '0.2.0'],
    [/^( +)spec:\n +properties: \{\}\n/gm, '$1spec:\n$1  properties: { extra: { type: string } }\n'],
  ]);
  return next;
}

const where = ['--namespace', 'zoo-system'];

async function done(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await helm(...args, ...where);
  expect(`${String(code)} ${code === 0 ? '' : stderr}`).toBe('0 ');
  return stdout + stderr;
}

it('helm rollback takes the operator back, and leaves the CRDs as they are', async () => {
  const { kubectl } = own.cluster.controlPlane;
  const values = ['--set', 'image.repository=registry.example/zoo', '--set', 'replicas=0'];
  const next = await nextChart();
  await done('install', 'zoo', chart, '--create-namespace', ...values);
  await done('upgrade', 'zoo', next, ...values);
  await createAnimal(kubectl);
  const definition = (): Promise<string> => kubectl(['get', 'crd/animals.zoo.example', '-o', 'jsonpath={.spec}']);
  const before = await definition();
  expect(await done('rollback', 'zoo', '1')).toContain('animals.zoo.example stays in version 0.2.0');
  const image = 'jsonpath={.spec.template.spec.containers[0].image}';
  const deployed = await kubectl(['get', 'deployment/zoo', '-n', 'zoo-system', '-o', image]);
  expect(deployed).toBe(`registry.example/zoo:${version}`);
  expect(await versionOf(kubectl)).toBe('0.2.0');
  expect(await definition()).toBe(before);
  await writeAnimal(kubectl, 'by-the-older');
  await done('upgrade', 'zoo', next, ...values);
  await writeAnimal(kubectl, 'by-the-newer');
  expect(await extraOf(kubectl)).toBe('a horse');
});

it('has no CRD among its hooks, and no CRD that Helm would delete with a hook', async () => {
  const { stdout } = await helm('get', 'hooks', 'zoo', ...where);
  expect(stdout).not.toContain('CustomResourceDefinition');
});
