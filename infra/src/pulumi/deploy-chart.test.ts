import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { Provider } from '@pulumi/kubernetes';
import { isSecret, type Output } from '@pulumi/pulumi';
import { WebServer } from '@kubewright/imports';
import { ApiObject, Chart, Testing } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { describe, expect, it } from 'vitest';

import { zoo } from '../testing/index.ts';
import { deployChart } from './deploy-chart.ts';
import { registered } from './testing/index.ts';

function chartWith(build: (chart: Chart) => void): Chart {
  const chart = new Chart(Testing.app(), 'chart');
  build(chart);
  return chart;
}

const animal = (chart: Chart, annotations?: Record<string, string>): ApiObject =>
  new ApiObject(chart, 'rex', {
    apiVersion: 'zoo.example/v1',
    kind: 'Animal',
    metadata: { name: 'rex', ...(annotations && { annotations }) },
  });

describe('deployChart', () => {
  it("registers one resource for each object, with the type of the object's kind", async () => {
    const chart = chartWith((scope) => {
      new k8s.KubeNamespace(scope, 'ns', { metadata: { name: 'home' } });
      new k8s.KubeDeployment(scope, 'api', { metadata: { name: 'api', namespace: 'home' } });
      new WebServer(scope, 'web', { metadata: { name: 'web', namespace: 'home' }, spec: { image: 'nginx' } });
    });
    const resources = await registered(() => deployChart('shop', chart));
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

  it('retains what is annotated to be kept, and nothing else', async () => {
    const keep = { 'helm.sh/resource-policy': 'keep' };
    const chart = chartWith((scope) => {
      new k8s.KubeNamespace(scope, 'kept', { metadata: { name: 'kept', annotations: keep } });
      new k8s.KubeNamespace(scope, 'other', { metadata: { name: 'other' } });
    });
    const resources = await registered(() => deployChart('shop', chart));
    expect(resources.map(({ name, retained }) => [name, retained]).sort()).toEqual([
      ['shop:kept', true],
      ['shop:other', false],
    ]);
  });

  it('requests the plugin version of the installed SDK', async () => {
    const file = createRequire(__filename).resolve('@pulumi/kubernetes/package.json');
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    const chart = chartWith((scope) => {
      new k8s.KubeSecret(scope, 'secret');
      animal(scope);
    });
    const resources = await registered(() => deployChart('shop', chart));
    expect(resources.map((each) => each.version)).toEqual([version, version]);
  });

  it('waits until the custom resources of the given operator are ready, and for no others', async () => {
    const chart = chartWith((scope) => {
      animal(scope);
      new WebServer(scope, 'web', { metadata: { name: 'web' }, spec: { image: 'nginx' } });
    });
    const annotationsOf = async (declaration?: typeof zoo): Promise<Record<string, unknown>> => {
      const resources = await registered(() => deployChart('shop', chart, declaration && { declaration }));
      return Object.fromEntries(resources.map(({ inputs }) => [inputs.kind, inputs.metadata.annotations]));
    };
    const ready = { 'pulumi.com/waitFor': 'condition=Ready' };
    expect(await annotationsOf()).toEqual({ Animal: undefined, WebServer: ready });
    expect(await annotationsOf(zoo)).toEqual({ Animal: ready, WebServer: undefined });
  });

  it('keeps an existing waitFor annotation', async () => {
    const chart = chartWith((scope) => animal(scope, { 'pulumi.com/waitFor': 'jsonpath={.status.fed}=true' }));
    const [resource] = await registered(() => deployChart('zoo', chart, { declaration: zoo }));
    expect(resource?.inputs.metadata.annotations).toEqual({ 'pulumi.com/waitFor': 'jsonpath={.status.fed}=true' });
  });

  it('omits empty lists, which the API server would drop', async () => {
    const chart = chartWith((scope) => new k8s.KubeRole(scope, 'role', { metadata: { name: 'role' }, rules: [] }));
    const [role] = await registered(() => deployChart('shop', chart));
    expect(role?.inputs).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'role' },
    });
  });

  it('marks the data of Secrets as secret', async () => {
    const chart = chartWith((scope) => new k8s.KubeSecret(scope, 'key', { stringData: { key: 'value' } }));
    let secret: unknown;
    await registered(() => ([secret] = deployChart('shop', chart)));
    const { stringData } = secret as { stringData: Output<unknown> };
    expect(await isSecret(stringData)).toBe(true);
  });

  it('uses the given provider', async () => {
    const chart = chartWith((scope) => new k8s.KubeSecret(scope, 'secret'));
    const resources = await registered(() => {
      const provider = new Provider('other-cluster');
      deployChart('shop', chart, { provider });
    });
    expect(resources[1]?.provider).toContain('pulumi:providers:kubernetes::other-cluster');
  });

  it('creates no object before the resources in dependsOn', async () => {
    const chart = (name: string): Chart =>
      chartWith((scope) => new k8s.KubeConfigMap(scope, 'config', { metadata: { name } }));
    const resources = await registered(() => {
      const first = deployChart('a', chart('first'));
      deployChart('b', chart('second'), { dependsOn: first });
    });
    expect(resources.map(({ name, dependsOn }) => [name, dependsOn])).toEqual([
      ['a:first', []],
      ['b:second', ['kubernetes:core/v1:ConfigMap a:first']],
    ]);
  });

  it('throws for a kind that the core group does not have', () => {
    const chart = chartWith((scope) => new ApiObject(scope, 'x', { apiVersion: 'v1', kind: 'Unicorn' }));
    expect(() => deployChart('shop', chart)).toThrow(/^failed to deploy shop:\S+: v1 has no kind Unicorn$/);
  });
});
