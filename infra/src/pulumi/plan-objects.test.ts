import { ApiObject, Chart, Testing } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { WebServer } from '@kubewright/imports';
import { describe, expect, it } from 'vitest';

import { CustomResourceDefinitions, Operator } from '../constructs/index.ts';
import { zoo } from '../testing/zoo.ts';
import { isCustom, planObjects, removeEmpty } from './plan-objects.ts';

/** The kinds in planned order, each with the kinds that it waits for. */
function listPlanned(chart: Chart): [kind: string, after: string[]][] {
  const objects = planObjects(chart);
  return objects.map(({ manifest, after }) => [manifest.kind, after.map((at) => objects[at]!.manifest.kind)]);
}

function buildChart(build: (chart: Chart) => unknown): Chart {
  const chart = new Chart(Testing.app(), 'chart', { namespace: 'home' });
  build(chart);
  return chart;
}

describe('planObjects', () => {
  it('orders CRDs, namespaces, objects that workloads need, workloads, custom resources', () => {
    const chart = buildChart((scope) => {
      new WebServer(scope, 'web', { spec: { image: 'nginx' } });
      new k8s.KubeService(scope, 'service', { spec: {} });
      new k8s.KubeDeployment(scope, 'deployment');
      new k8s.KubeSecret(scope, 'secret');
      new k8s.KubeNamespace(scope, 'namespace');
      const declaration = { ...zoo, apis: zoo.apis.slice(0, 1) };
      new CustomResourceDefinitions(scope, 'crds', { declaration, rollbackGuard: false });
    });
    expect(listPlanned(chart)).toEqual([
      ['CustomResourceDefinition', []],
      ['Namespace', ['CustomResourceDefinition']],
      ['Secret', ['Namespace']],
      ['Service', ['Secret']],
      ['Deployment', ['Secret']],
      ['WebServer', ['Service', 'Deployment']],
    ]);
  });

  it('skips steps for which a chart has no objects', () => {
    const chart = buildChart((scope) => {
      new WebServer(scope, 'web', { spec: { image: 'nginx' } });
      new k8s.KubeNamespace(scope, 'namespace');
    });
    expect(listPlanned(chart)).toEqual([
      ['Namespace', []],
      ['WebServer', ['Namespace']],
    ]);
  });

  it('respects dependencies of the chart, even if they contradict the usual order', () => {
    const chart = buildChart((scope) => {
      const job = new k8s.KubeJob(scope, 'job', { spec: { template: {} } });
      const deployment = new k8s.KubeDeployment(scope, 'deployment');
      const config = new k8s.KubeConfigMap(scope, 'config');
      deployment.addDependency(job);
      config.addDependency(deployment);
    });
    expect(listPlanned(chart)).toEqual([
      ['Job', []],
      ['Deployment', ['Job']],
      ['ConfigMap', ['Deployment']],
    ]);
  });

  it('orders roles before their bindings, and bindings before the Deployment of an operator', () => {
    const order = new Map(listPlanned(buildChart((scope) => new Operator(scope, 'operator'))));
    expect(order.get('ClusterRoleBinding')).toEqual(expect.arrayContaining(['ServiceAccount', 'ClusterRole', 'Role']));
    expect(new Set(order.get('Deployment'))).toEqual(new Set(['ClusterRoleBinding', 'RoleBinding']));
  });

  it('creates the LimitRange of the guard last, so that a destroy is rejected before it deletes anything', () => {
    const order = listPlanned(buildChart((scope) => new Operator(scope, 'operator', { removalGuard: true })));
    expect(order.at(-1)).toEqual(['LimitRange', ['ValidatingWebhookConfiguration']]);
    const limits = [{ type: 'Container' as const, default: { cpu: k8s.Quantity.fromString('1') } }];
    const usual = buildChart((scope) => {
      new k8s.KubeDeployment(scope, 'deployment');
      new k8s.KubeLimitRange(scope, 'limits', { spec: { limits } });
    });
    expect(listPlanned(usual)).toEqual([
      ['LimitRange', []],
      ['Deployment', ['LimitRange']],
    ]);
  });

  it('creates Prometheus Operator objects before the LimitRange, so that a rejected destroy retains them', () => {
    const chart = buildChart((scope) => {
      const apiVersion = 'monitoring.coreos.com/v1';
      new ApiObject(scope, 'monitor', { apiVersion, kind: 'ServiceMonitor', metadata: { name: 'monitor' } });
      new Operator(scope, 'operator', { removalGuard: true });
    });
    const kinds = listPlanned(chart).map(([kind]) => kind);
    expect(kinds).toContain('ServiceMonitor');
    expect(kinds.at(-1)).toBe('LimitRange');
  });

  it('creates webhook configurations of any chart after its workloads, and custom resources after these', () => {
    const chart = buildChart((scope) => {
      new WebServer(scope, 'web', { spec: { image: 'nginx' } });
      new ApiObject(scope, 'hook', {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'MutatingWebhookConfiguration',
      });
      new ApiObject(scope, 'route', { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute' });
      new k8s.KubeDeployment(scope, 'deployment');
    });
    expect(listPlanned(chart)).toEqual([
      ['Deployment', []],
      ['MutatingWebhookConfiguration', ['Deployment']],
      ['WebServer', ['MutatingWebhookConfiguration']],
      ['HTTPRoute', ['MutatingWebhookConfiguration']],
    ]);
  });

  it("makes only webhook configurations wait for their Service, and nothing for their Secret's data", () => {
    const objects = listPlanned(buildChart((scope) => new Operator(scope, 'operator')));
    const waiting = objects.filter(([, after]) => after.includes('Service')).map(([kind]) => kind);
    expect(waiting).toEqual(['ValidatingWebhookConfiguration']);
    const [secret] = planObjects(buildChart((scope) => new Operator(scope, 'operator')))
      .map(({ manifest }) => manifest)
      .filter(({ kind }) => kind === 'Secret');
    // The provider waits for the data of service account tokens only.
    expect(secret).toMatchObject({ type: 'Opaque', metadata: { name: 'kubewright-webhooks' } });
    expect(secret).not.toHaveProperty('data');
  });

  it('creates objects of cert-manager before workloads, whose Pods mount its Secrets', () => {
    const certificate = { issuer: { name: 'ca' } };
    const chart = buildChart((scope) => {
      new ApiObject(scope, 'issuer', { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: 'ca' } });
      new Operator(scope, 'operator', { webhooks: { certificate } });
    });
    const kinds = listPlanned(chart).map(([kind]) => kind);
    expect(kinds.indexOf('Issuer')).toBeLessThan(kinds.indexOf('Deployment'));
    expect(kinds.indexOf('Certificate')).toBeLessThan(kinds.indexOf('Deployment'));
    expect(kinds.at(-1)).toBe('ValidatingWebhookConfiguration');
  });

  it('omits objects of nested charts', () => {
    const chart = buildChart((scope) => {
      new k8s.KubeSecret(scope, 'secret');
      new k8s.KubeConfigMap(new Chart(scope, 'inner'), 'config');
    });
    expect(listPlanned(chart)).toEqual([['Secret', []]]);
  });
});

const metadata = { name: 'x' };

describe('isCustom', () => {
  it.each([
    ['v1', false],
    ['apps/v1', false],
    ['rbac.authorization.k8s.io/v1', false],
    ['my.domain/v1', true],
    ['notk8s.io/v1', true],
    ['gateway.networking.k8s.io/v1', true],
  ])('for %s is %s', (apiVersion, expected) => {
    expect(isCustom({ apiVersion })).toBe(expected);
  });
});

describe('removeEmpty', () => {
  it('drops empty lists at every depth, and retains other empty values', () => {
    const spec = { ports: [], volumes: [{ emptyDir: {}, items: [] }], text: '', zero: 0, no: false, nothing: null };
    expect(removeEmpty({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec })).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { volumes: [{ emptyDir: {} }], text: '', zero: 0, no: false, nothing: null },
    });
  });

  it.each([
    { apiVersion: 'my.domain/v1', kind: 'WebServer', metadata, spec: { hosts: [] } },
    { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata, spec: { default: [] } },
  ])('retains empty lists of a $kind, where they can have a meaning', (manifest) => {
    expect(removeEmpty(manifest)).toEqual(manifest);
  });

  it('drops empty maps of strings, in metadata of every kind', () => {
    const empty = { name: 'x', labels: {}, annotations: {} };
    const spec = { template: { spec: { nodeSelector: {}, volumes: [{ emptyDir: {} }] } } };
    expect(removeEmpty({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: empty, spec })).toEqual({
      ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata },
      spec: { template: { spec: { volumes: [{ emptyDir: {} }] } } },
    });
    const widget = { apiVersion: 'my.domain/v1', kind: 'WebServer', spec: { labels: {} } };
    expect(removeEmpty({ ...widget, metadata: empty })).toEqual({ ...widget, metadata });
  });
});
