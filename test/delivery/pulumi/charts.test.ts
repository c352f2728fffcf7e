import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { ApiObject, App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ChartRelease } from '@kubewright/infra/pulumi';

import { Engine } from './engine.ts';
import { type PulumiCluster, startPulumiCluster } from './pulumi-cluster.ts';

function buildChart(
  build: (chart: Chart) => void,
  namespace: { namespace?: string } = { namespace: 'default' },
): Chart {
  const chart = new Chart(new App(), 'chart', namespace);
  build(chart);
  return chart;
}

const configMap = (name: string, data = 'blue'): Chart =>
  buildChart((chart) => new k8s.KubeConfigMap(chart, 'config', { metadata: { name }, data: { colour: data } }));

const definition = (): Chart =>
  buildChart((chart) => {
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    new ApiObject(chart, 'crd', {
      ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
      metadata: { name: 'unicorns.zoo.example' },
      spec: {
        ...{ group: 'zoo.example', scope: 'Namespaced' },
        names: { kind: 'Unicorn', plural: 'unicorns' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    });
  }, {});

const unicorn = (finalizers?: readonly string[]): Chart =>
  buildChart(
    (chart) =>
      new ApiObject(chart, 'unicorn', {
        ...{ apiVersion: 'zoo.example/v1', kind: 'Unicorn' },
        metadata: { name: 'star', ...(finalizers && { finalizers: [...finalizers] }) },
      }),
  );

/** Deploys charts of users with the real engine and the fake provider; each test has its own stack. */
describe('a ChartRelease', () => {
  let cluster: PulumiCluster;
  let engine: Engine;

  beforeAll(async () => {
    cluster = await startPulumiCluster();
    engine = await Engine.start(cluster, 'charts', { STAND_IN_DELETE_TIMEOUT: '5s' });
  });

  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  it('creates what it can before a kind is missing, names the kind, and continues once it exists', async () => {
    const charts = [configMap('first'), unicorn()];
    const program = (): unknown => new ChartRelease('shop', { charts });
    await expect(engine.up(program)).rejects.toThrow('no matches for kind "Unicorn" in version "zoo.example/v1"');
    expect(await cluster.names('configmaps')).toContain('configmap/first');
    const counts = await engine.up(() => new ChartRelease('shop', { charts: [definition(), ...charts] }));
    expect(counts).toEqual({ create: 2, same: 3 });
    expect(await engine.destroy()).toEqual({ delete: 5 });
  });

  it('removes a release after what depends on it, and both in reverse order', async () => {
    await engine.up(() => {
      const kinds = new ChartRelease('kinds', { charts: [definition()] });
      new ChartRelease('zoo', { charts: [unicorn(), configMap('second')] }, { dependsOn: [kinds] });
    });
    const deleted = await engine.deleted();
    expect(deleted).toEqual([
      'ConfigMap zoo:default/second',
      'Unicorn zoo:default/star',
      'CustomResourceDefinition kinds:unicorns.zoo.example',
    ]);
  });

  it('completes a deletion that a finalizer blocks', async () => {
    const program = (): unknown => new ChartRelease('held', { charts: [definition(), unicorn(['zoo.example/wait'])] });
    await engine.up(program);
    await expect(engine.destroy()).rejects.toThrow('timed out');
    const patch = ['patch', 'unicorn.v1.zoo.example', 'star', '--type=merge', '-p', '{"metadata":{"finalizers":null}}'];
    await cluster.kubectl(patch);
    await engine.destroy();
    expect(await cluster.names('customresourcedefinitions')).toEqual([]);
  });

  it('keeps the data of a Secret out of the state', async () => {
    const secret = buildChart(
      (chart) => new k8s.KubeSecret(chart, 'key', { metadata: { name: 'key' }, stringData: { key: 'open-sesame' } }),
    );
    await engine.up(() => new ChartRelease('safe', { charts: [secret] }));
    const encoded = Buffer.from('open-sesame').toString('base64');
    const states = await listFilesBelow(path.join(cluster.place, '.pulumi/stacks'));
    const texts = await Promise.all(states.map((file) => readFile(file, 'utf8')));
    expect(texts.join()).toContain('safe:default/key');
    expect(texts.filter((text) => text.includes('open-sesame') || text.includes(encoded))).toEqual([]);
  });

  it('does not change an object whose resource keeps its name, regardless of the other charts', async () => {
    const release =
      (...charts: readonly Chart[]) =>
      () =>
        new ChartRelease('many', { charts });
    await engine.up(release(configMap('b')));
    expect(await engine.up(release(configMap('a'), configMap('b')))).toEqual({ create: 1, same: 3 });
    expect(await engine.up(release(configMap('b', 'red'), configMap('a')))).toEqual({ update: 1, same: 3 });
  });
});

async function listFilesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
}
