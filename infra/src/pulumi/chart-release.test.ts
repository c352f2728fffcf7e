import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { Provider } from '@pulumi/kubernetes';
import { type ComponentResourceOptions, isSecret, type Output, output } from '@pulumi/pulumi';
import { WebServer } from '@kubewright/imports';
import { ApiObject, Chart, Testing } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { describe, expect, it } from 'vitest';

import { zoo } from '../testing/zoo.ts';
import { ChartRelease, type ChartReleaseArgs } from './chart-release.ts';
import { type RegisteredResource, runWithMocks } from './testing/run-with-mocks.ts';

function buildChart(build: (chart: Chart) => void): Chart {
  const chart = new Chart(Testing.app(), 'chart');
  build(chart);
  return chart;
}

const addAnimal = (chart: Chart, annotations?: Record<string, string>): ApiObject =>
  new ApiObject(chart, 'rex', {
    apiVersion: 'zoo.example/v1',
    kind: 'Animal',
    metadata: { name: 'rex', ...(annotations && { annotations }) },
  });

type Released = Pick<ChartReleaseArgs, 'declaration'> & ComponentResourceOptions;

/** The objects that a release of the chart registers. */
async function registerObjects(chart: Chart, { declaration, ...opts }: Released = {}): Promise<RegisteredResource[]> {
  const all = await runWithMocks(() =>
    createRelease('shop', [chart], { ...(declaration && { declaration }), ...opts }),
  );
  return all.filter(({ type }) => type.startsWith('kubernetes:'));
}

function createRelease(name: string, charts: readonly Chart[], { declaration, ...opts }: Released = {}): ChartRelease {
  return new ChartRelease(name, { charts, ...(declaration && { declaration }) }, opts);
}

describe('ChartRelease', () => {
  it("registers one Pulumi resource per object, with the type of the object's kind", async () => {
    const chart = buildChart((scope) => {
      new k8s.KubeNamespace(scope, 'ns', { metadata: { name: 'home' } });
      new k8s.KubeDeployment(scope, 'api', { metadata: { name: 'api', namespace: 'home' } });
      new WebServer(scope, 'web', { metadata: { name: 'web', namespace: 'home' }, spec: { image: 'nginx' } });
    });
    const resources = await registerObjects(chart);
    expect(resources.map(({ type, name }) => [type, name])).toEqual([
      ['kubernetes:core/v1:Namespace', 'shop:home'],
      ['kubernetes:apps/v1:Deployment', 'shop:home/api'],
      ['kubernetes:my.domain/v1:WebServer', 'shop:home/web'],
    ]);
    expect(resources.map(({ dependsOn }) => dependsOn)).toEqual([
      [],
      ['kubernetes:core/v1:Namespace shop:home'],
      ['kubernetes:apps/v1:Deployment shop:home/api'],
    ]);
  });

  it('retains objects with the annotation, and nothing else', async () => {
    const keep = { 'helm.sh/resource-policy': 'keep' };
    const chart = buildChart((scope) => {
      new k8s.KubeNamespace(scope, 'kept', { metadata: { name: 'kept', annotations: keep } });
      new k8s.KubeNamespace(scope, 'other', { metadata: { name: 'other' } });
    });
    const resources = await registerObjects(chart);
    expect(resources.map(({ name, retained }) => [name, retained]).sort()).toEqual([
      ['shop:kept', true],
      ['shop:other', false],
    ]);
  });

  it('requests the plugin version of the installed SDK', async () => {
    const file = createRequire(__filename).resolve('@pulumi/kubernetes/package.json');
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    const chart = buildChart((scope) => {
      new k8s.KubeSecret(scope, 'secret');
      addAnimal(scope);
    });
    const resources = await registerObjects(chart);
    expect(resources.map((each) => each.version)).toEqual([version, version]);
  });

  it('waits until the custom resources of the given operator are ready, and for no others', async () => {
    const chart = buildChart((scope) => {
      addAnimal(scope);
      new WebServer(scope, 'web', { metadata: { name: 'web' }, spec: { image: 'nginx' } });
    });
    const listAnnotations = async (
      declaration?: typeof zoo,
    ): Promise<Record<string, Readonly<Record<string, string>>>> => {
      const resources = await registerObjects(chart, declaration && { declaration });
      return Object.fromEntries(resources.map(({ inputs }) => [inputs.kind, inputs.metadata.annotations ?? {}]));
    };
    const listWaits = async (declaration?: typeof zoo): Promise<object> => {
      const annotations = Object.entries(await listAnnotations(declaration));
      return Object.fromEntries(annotations.map(([kind, each]) => [kind, each['pulumi.com/waitFor']]));
    };
    expect(await listWaits()).toEqual({ Animal: undefined, WebServer: 'condition=Ready' });
    expect(await listWaits(zoo)).toEqual({ Animal: 'condition=Ready', WebServer: undefined });
    // No controller makes an object of such a kind ready.
    expect(await listWaits({ ...zoo, controllers: zoo.controllers.filter(({ name }) => name === 'park') })).toEqual({
      ...{ Animal: undefined, WebServer: undefined },
    });
  });

  it('retains an existing waitFor annotation', async () => {
    const chart = buildChart((scope) => addAnimal(scope, { 'pulumi.com/waitFor': 'jsonpath={.status.fed}=true' }));
    const [resource] = await registerObjects(chart, { declaration: zoo });
    expect(resource?.inputs.metadata.annotations).toMatchObject({
      'pulumi.com/waitFor': 'jsonpath={.status.fed}=true',
    });
  });

  it('omits empty lists, which the API server would drop', async () => {
    const chart = buildChart((scope) => new k8s.KubeRole(scope, 'role', { metadata: { name: 'role' }, rules: [] }));
    const [role] = await registerObjects(chart);
    expect(role?.inputs).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'role', annotations: { 'pulumi.com/deletionPropagationPolicy': 'background' } },
    });
  });

  it('marks the data of Secrets as secret', async () => {
    const chart = buildChart((scope) => new k8s.KubeSecret(scope, 'key', { stringData: { key: 'value' } }));
    let secret: unknown;
    await runWithMocks(() => ([secret] = createRelease('shop', [chart]).resources));
    const { stringData } = secret as { stringData: Output<unknown> };
    expect(await isSecret(stringData)).toBe(true);
  });

  it('uses the given provider', async () => {
    const chart = buildChart((scope) => new k8s.KubeSecret(scope, 'secret'));
    const resources = await runWithMocks(() => {
      const provider = new Provider('other-cluster');
      createRelease('shop', [chart], { provider });
    });
    expect(resources.at(-1)?.provider).toContain('pulumi:providers:kubernetes::other-cluster');
  });

  it.each([
    ['a release', (first: ChartRelease) => first],
    ['a list', (first: ChartRelease) => [first]],
    ['an output', (first: ChartRelease) => output([first])],
  ])('passes dependsOn to every object: %s', async (_, dependsOn) => {
    const chart = (name: string): Chart =>
      buildChart((scope) => new k8s.KubeConfigMap(scope, 'config', { metadata: { name } }));
    const resources = await runWithMocks(() => {
      createRelease('b', [chart('second')], { dependsOn: dependsOn(createRelease('a', [chart('first')])) });
    });
    const second = resources.find(({ name }) => name === 'b:second');
    expect(second?.dependsOn).toContain('kubernetes:core/v1:ConfigMap a:first');
  });

  it('creates the objects of one chart after those of the previous one, even across an empty chart', async () => {
    const chart = (name: string): Chart =>
      buildChart((scope) => new k8s.KubeConfigMap(scope, 'config', { metadata: { name } }));
    const resources = await runWithMocks(() =>
      createRelease('shop', [chart('first'), buildChart(() => undefined), chart('last')]),
    );
    expect(resources.map(({ name, dependsOn }) => [name, dependsOn])).toEqual([
      ['shop', []],
      ['shop:first', []],
      ['shop:last', ['kubernetes:core/v1:ConfigMap shop:first']],
    ]);
  });

  it('sets a deletion timeout of three minutes, or the given one', async () => {
    const chart = (): Chart => buildChart((scope) => new k8s.KubeSecret(scope, 'secret'));
    const [object] = await registerObjects(chart());
    expect(object?.timeouts).toEqual({ create: '', update: '', delete: '3m' });
    const [other] = await registerObjects(chart(), { customTimeouts: { create: '1m', delete: '9m' } });
    expect(other?.timeouts).toEqual({ create: '1m', update: '', delete: '9m' });
  });

  it("waits for a Service only if it is a LoadBalancer, and for the deletion of a workload's Pods only", async () => {
    const chart = buildChart((scope) => {
      new k8s.KubeService(scope, 'plain', { metadata: { name: 'plain' }, spec: {} });
      new k8s.KubeService(scope, 'public', { metadata: { name: 'public' }, spec: { type: 'LoadBalancer' } });
      new k8s.KubeDeployment(scope, 'api', { metadata: { name: 'api' } });
    });
    const resources = await registerObjects(chart);
    const background = { 'pulumi.com/deletionPropagationPolicy': 'background' };
    const found = resources.map(({ name, inputs }) => [name, inputs.metadata.annotations]);
    expect(Object.fromEntries(found)).toEqual({
      'shop:plain': { ...background, 'pulumi.com/skipAwait': 'true' },
      'shop:public': background,
      'shop:api': undefined,
    });
  });

  it('registers a core kind that the SDK lacks', async () => {
    const chart = buildChart((scope) => new ApiObject(scope, 'x', { apiVersion: 'v1', kind: 'Unicorn' }));
    const [object] = await registerObjects(chart);
    expect(object?.type).toBe('kubernetes:core/v1:Unicorn');
  });

  it('registers nothing if a chart is invalid', async () => {
    const chart = buildChart((scope) => new k8s.KubeSecret(scope, 's').node.addValidation({ validate: () => ['odd'] }));
    const registering = runWithMocks(() => expect(() => createRelease('shop', [chart])).toThrow('odd'));
    expect(await registering).toEqual([]);
  });
});
