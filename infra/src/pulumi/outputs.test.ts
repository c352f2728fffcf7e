import type { PlainObject } from '@kubewright/declaration';
import { type Output, output, secret } from '@pulumi/pulumi';
import { unknown } from '@pulumi/pulumi/output';
import { WebServer } from '@kubewright/imports';
import { ApiObject, Chart, Testing } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { describe, expect, it } from 'vitest';

import { embedded } from '../environments/environments.ts';
import type { Environment } from '../options/index.ts';
import { ChartRelease } from './chart-release.ts';
import { OperatorRelease, buildReleaseCharts } from './operator-release.ts';
import { asString, findTokens, type WithOutputs } from './outputs.ts';
import { type RegisteredResource, runWithMocks, getOutputValue } from './testing/run-with-mocks.ts';

const digest = `sha256:${'ab12'.repeat(16)}` as const;

interface Deployment extends PlainObject {
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly [Container] } } };
}

interface Container {
  readonly image: string;
  readonly env: readonly { readonly name: string; readonly value?: string }[];
}

const secretMark = '1b47061264138c4ac30d75fd1eb44270';

const filterKubernetes = (all: readonly RegisteredResource[]): readonly RegisteredResource[] =>
  all.filter(({ type }) => type.startsWith('kubernetes:'));

async function registerRelease(environment: WithOutputs<Environment>): Promise<readonly RegisteredResource[]> {
  return filterKubernetes(await runWithMocks(() => new OperatorRelease('release', { environment })));
}

function getContainer(objects: readonly RegisteredResource[]): Container {
  const { inputs } = objects.find(({ inputs: { kind } }) => kind === 'Deployment') ?? {};
  return (inputs as Deployment).spec.template.spec.containers[0];
}

/** The message of a failed output. */
async function awaitError(failed: Output<unknown>): Promise<string> {
  const parts = failed as unknown as Record<'allResources' | 'isKnown' | 'isSecret' | 'promise', unknown>;
  const all = [(parts.promise as () => Promise<unknown>).call(failed), parts.isKnown, parts.isSecret];
  const [value] = await Promise.allSettled(all);
  return value?.status === 'rejected' ? (value.reason as Error).message : 'it has a value';
}

const laterOn = <T extends number | string>(value: T): Output<T> =>
  output(new Promise<T>((resolve) => setImmediate(resolve, value))) as Output<T>;

describe('an output in the environment of an OperatorRelease', () => {
  it('deploys the objects that its value would give', async () => {
    const settings = { petstoreAddress: 'pets.example:443' };
    const image = { repository: 'registry.example/kubewright', digest } as const;
    const plain = await registerRelease({ ...embedded, settings, image });
    const outputs = await registerRelease({
      ...embedded,
      settings: { petstoreAddress: laterOn(settings.petstoreAddress) },
      image: { repository: laterOn(image.repository), digest: laterOn(image.digest) },
    });
    expect(outputs.map(({ inputs }) => inputs)).toEqual(plain.map(({ inputs }) => inputs));
  });

  it('can be part of a text', async () => {
    const repository = `${asString(laterOn('registry.example'))}/kubewright`;
    const { image } = getContainer(await registerRelease({ ...embedded, image: { repository, tag: 'v1' } }));
    expect(image).toBe('registry.example/kubewright:v1');
  });

  it('sets the image of the release, and does not delay names', async () => {
    let release: OperatorRelease | undefined;
    const environment = { ...embedded, image: { repository: 'registry.example/kubewright', digest: laterOn(digest) } };
    await runWithMocks(() => (release = new OperatorRelease('release', { environment })));
    expect(release?.resources.length).toBeGreaterThan(20);
    expect(await getOutputValue(release?.deployment as Output<string>)).toBe('kubewright');
    expect(await getOutputValue(release?.image as Output<string>)).toMatch(
      new RegExp(`^registry.example/.*@${digest}$`),
    );
  });

  it('is secret only in the object that contains it', async () => {
    const pod = { env: [{ name: 'TOKEN', value: secret('open-sesame') }] };
    const objects = await registerRelease({ ...embedded, pod });
    const holders = objects.filter(({ inputs }) => JSON.stringify(inputs).includes('open-sesame'));
    expect(holders.map(({ inputs: { kind } }) => kind)).toEqual(['Deployment']);
    // The engine's mark for secrets, which the mocks show at the top.
    const marked = objects.filter(({ inputs }) => JSON.stringify(inputs).includes(secretMark));
    expect(marked).toEqual(holders);
  });

  it('omits only the objects that contain it from a preview that does not know it', async () => {
    const environment = { ...embedded, image: { repository: output(unknown as string), tag: 'v1' } };
    const objects = await registerRelease(environment);
    expect(objects.map(({ name }) => name)).toContain('release:kubewright-system/kubewright');
    expect(objects).toHaveLength((await registerRelease(embedded)).length);
    expect(getContainer(objects)).toMatchObject({ name: 'operator' });
  });

  it.each<readonly [string, Partial<WithOutputs<Environment>>, string]>([
    [
      'the digest of an image',
      { image: { digest: laterOn('latest') } },
      'the output in environment.image.digest has an invalid value: ',
    ],
    [
      'a setting',
      { settings: { petstoreAddress: laterOn('no address') } },
      'the output in environment.settings.petstoreAddress has an invalid value: ',
    ],
    [
      'a secret, without showing it',
      { image: { digest: secret('open-sesame') } },
      'the output in environment.image.digest has an invalid value, which is hidden because it is a secret',
    ],
  ])('is validated as %s when its value is known', async (_, part, message) => {
    const { charts, resolveOutput } = buildReleaseCharts({ environment: { ...embedded, ...part } });
    const [token] = findTokens(JSON.stringify(charts.operator.toJson()));
    const said = await awaitError(resolveOutput(token ?? '') as Output<unknown>);
    expect(said).toContain(message);
    expect(said).not.toContain('open-sesame');
  });

  it.each<readonly [string, object, RegExp]>([
    [
      'a number',
      { replicas: laterOn(2) },
      /^environment\.replicas cannot be a Pulumi output: use a plain value\. .*must be a whole number/s,
    ],
    ['one of some words', { crds: laterOn('prune') }, /^environment\.crds cannot be a Pulumi output/],
    ['the namespace', { namespace: laterOn('system') }, /metadata\.n.* is a Pulumi output, but a preview must know it/],
  ])('is rejected as %s, before anything is registered', (_, part, message) => {
    expect(() => buildReleaseCharts({ environment: { ...embedded, ...part } })).toThrow(message);
  });
});

describe('an output in the charts of a ChartRelease', () => {
  const buildChart = (build: (chart: Chart) => void): Chart => {
    const chart = new Chart(Testing.app(), 'chart', { namespace: 'shop' });
    build(chart);
    return chart;
  };
  const registerObjects = async (chart: Chart): Promise<readonly PlainObject[]> =>
    filterKubernetes(await runWithMocks(() => new ChartRelease('shop', { charts: [chart] }))).map(
      ({ inputs }) => inputs,
    );

  it('replaces asString, as a whole and as a part, in custom resources and other objects', async () => {
    const image = laterOn('nginx:1.27');
    const host = laterOn('shop.example');
    const chart = buildChart((scope) => {
      new WebServer(scope, 'web', { metadata: { name: 'web' }, spec: { image: asString(image) } });
      const data = { url: `https://${asString(host)}/?again=${asString(host)}` };
      new k8s.KubeConfigMap(scope, 'config', { metadata: { name: 'config' }, data });
    });
    const [config, web] = await registerObjects(chart);
    expect(config).toMatchObject({ data: { url: 'https://shop.example/?again=shop.example' } });
    expect(web).toMatchObject({ kind: 'WebServer', spec: { image: 'nginx:1.27' } });
  });

  it.each<readonly [string, (scope: Chart) => unknown, string]>([
    [
      'that is not text',
      (scope) => new ApiObject(scope, 'x', { apiVersion: 'v1', kind: 'Pod', spec: { image: laterOn('nginx') } }),
      'It is a Pulumi output: use asString(output)',
    ],
    [
      'in a name',
      (scope) => new k8s.KubeConfigMap(scope, 'x', { metadata: { name: asString(laterOn('x')) } }),
      'metadata.name of a ConfigMap is a Pulumi output',
    ],
    [
      'in a key',
      (scope) => new k8s.KubeConfigMap(scope, 'x', { metadata: { name: 'x' }, data: { [asString(laterOn('x'))]: '' } }),
      'a key in ConfigMap x is a Pulumi output',
    ],
  ])('is rejected as a value %s', async (_, build, message) => {
    await expect(registerObjects(buildChart(build))).rejects.toThrow(message);
  });
});
