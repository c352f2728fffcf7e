import { App, Chart, JsonPatch } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-28';
import { describe, expect, it } from 'vitest';
import type { ObjectPatch } from '../options/index.ts';

import { CrdsChart, NamespacesChart } from '../charts/cluster.ts';
import { OperatorChart } from '../charts/operator.ts';
import { dev, production } from '../environments/environments.ts';
import { type Synthesized, synthObjects, getObject, synthOperatorChart } from '../testing/synth-objects.ts';
import { Operator } from './operator.ts';

/** The objects of the operator's chart. */
const synthPatched = (...patches: readonly ObjectPatch[]): Synthesized[] =>
  synthOperatorChart({ ...production, patches });

const getDeploymentSpec = (objects: readonly Synthesized[]): k8s.DeploymentSpec =>
  getObject('Deployment', objects)['spec'] as k8s.DeploymentSpec;

describe('patches of an environment', () => {
  const unchanged = synthPatched();

  it('merge fields, and remove those that are null', () => {
    const objects = synthPatched({
      kind: 'Deployment',
      patch: {
        metadata: { annotations: { 'example.com/a': 'b' } },
        spec: {
          revisionHistoryLimit: 3,
          strategy: { type: 'Recreate', rollingUpdate: null },
          template: { spec: { hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet', enableServiceLinks: null } },
        },
      },
    });
    const { metadata } = getObject('Deployment', objects);
    const spec = getDeploymentSpec(objects);
    const before = getObject('Deployment', unchanged);
    expect(metadata).toEqual({ ...before.metadata, annotations: { 'example.com/a': 'b' } });
    expect(spec).toMatchObject({ revisionHistoryLimit: 3, strategy: { type: 'Recreate' }, replicas: 3 });
    expect(spec.strategy).toEqual({ type: 'Recreate' });
    const { enableServiceLinks: _, ...podSpec }: Partial<k8s.PodSpec> =
      getDeploymentSpec(unchanged).template.spec ?? {};
    expect(spec.template.spec).toEqual({ ...podSpec, hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' });
  });

  it('add items to lists with operations, in order', () => {
    const sidecar = { name: 'proxy', image: 'registry.example/proxy:1' };
    const objects = synthPatched(
      { kind: 'Deployment', patch: [{ op: 'add', path: '/spec/template/spec/containers/-', value: sidecar }] },
      {
        kind: 'Deployment',
        patch: [
          { op: 'test', path: '/spec/template/spec/containers/1/name', value: 'proxy' },
          { op: 'replace', path: '/spec/template/spec/containers/1/image', value: 'registry.example/proxy:2' },
          { op: 'copy', from: '/metadata/labels/app.kubernetes.io~1name', path: '/metadata/labels/team' },
        ],
      },
    );
    const { metadata } = getObject('Deployment', objects);
    const { spec } = getDeploymentSpec(objects).template;
    expect(spec?.containers).toEqual([
      getDeploymentSpec(unchanged).template.spec?.containers[0],
      { ...sidecar, image: 'registry.example/proxy:2' },
    ]);
    expect(metadata.labels?.['team']).toBe('kubewright');
  });

  it('change every object of a kind, or only the one with the name', () => {
    const patch = { metadata: { labels: { team: 'web' } } };
    const listLabeled = (objects: readonly Synthesized[]): string[] =>
      objects
        .filter(({ metadata }) => metadata.labels?.['team'] === 'web')
        .map(({ kind, metadata }) => `${kind} ${metadata.name ?? ''}`);
    const services = unchanged
      .filter(({ kind }) => kind === 'Service')
      .map(({ metadata }) => `Service ${metadata.name ?? ''}`);
    expect(services.length).toBeGreaterThan(1);
    expect(listLabeled(synthPatched({ kind: 'Service', patch }))).toEqual(services);
    expect(listLabeled(synthPatched({ kind: 'Service', name: 'kubewright-metrics', patch }))).toEqual([
      'Service kubewright-metrics',
    ]);
  });

  it('reach every object of the chart, also its namespace and policies', () => {
    const kinds = [...new Set(unchanged.map(({ kind }) => kind))];
    expect(kinds).toEqual(expect.arrayContaining(['Namespace', 'ValidatingAdmissionPolicy', 'ClusterRole']));
    const patches = kinds.map((kind) => ({ kind, patch: { metadata: { labels: { patched: 'yes' } } } }));
    const changed = synthPatched(...patches);
    expect(changed.filter(({ metadata }) => metadata.labels?.['patched'] !== 'yes')).toEqual([]);
    expect(changed).toHaveLength(unchanged.length);
  });

  it('do not change other charts of the environment', () => {
    const patches = [{ kind: 'Namespace', patch: { metadata: { labels: { patched: 'yes' } } } }];
    const synthWith = (Class: typeof CrdsChart | typeof NamespacesChart, environment: typeof dev): unknown =>
      new Class(new App(), 'it', { environment }).toJson();
    for (const Class of [CrdsChart, NamespacesChart])
      expect(synthWith(Class, { ...dev, patches })).toEqual(synthWith(Class, dev));
  });

  it('do not change what code sets later', () => {
    const environment = { ...production, patches: [{ kind: 'Deployment', patch: { spec: { paused: true } } }] };
    const chart = new OperatorChart(new App(), 'operator', { environment });
    chart.operator.deployment.metadata.addLabel('late', 'yes');
    chart.operator.deployment.addJsonPatch(JsonPatch.remove('/spec/paused'));
    const deployment = getObject('Deployment', chart.toJson() as Synthesized[]);
    expect(deployment.metadata.labels).toMatchObject({ late: 'yes' });
    expect(deployment['spec']).not.toHaveProperty('paused');
  });
});

describe('patches of an Operator', () => {
  const patches = [{ kind: 'Deployment', patch: { spec: { paused: true } } }];

  it('change its objects; those of the props replace those of the environment', () => {
    const environment = { ...production, patches: [{ kind: 'Deployment', patch: { spec: { minReadySeconds: 5 } } }] };
    const synthWith = (props: object): unknown =>
      getObject(
        'Deployment',
        synthObjects((chart) => new Operator(chart, 'operator', { environment, ...props })),
      )['spec'];
    expect(synthWith({})).toMatchObject({ minReadySeconds: 5 });
    expect(synthWith({ patches })).toMatchObject({ paused: true });
    expect(synthWith({ patches })).not.toHaveProperty('minReadySeconds');
  });

  it('do not change other objects of its chart', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'system' });
    new Operator(chart, 'first', { name: 'first', controllers: ['echo'] });
    new Operator(chart, 'second', { name: 'second', controllers: ['web-server'], patches });
    const paused = (chart.toJson() as Synthesized[]).filter((each) => JSON.stringify(each).includes('"paused":true'));
    expect(paused.map(({ metadata }) => metadata.name)).toEqual(['second']);
  });
});
