import { beforeAll, describe, expect, it } from 'vitest';

import { getKubewrightDeclaration } from '@kubewright/infra/catalogue';

import { renamedValues } from '../../../infra/src/helm/values.ts';
import { findHelm, type HelmResult } from '../../support/helm.ts';
import { getPackagedChart } from '../../support/packaged-chart.ts';
import { indexByTitle } from '../support/index-by-title.ts';
import { expectSame, parseObjects, type Rendering, renderTemplate } from './rendering.ts';

let ours: Rendering;

beforeAll(async () => {
  const [helm, { folder }] = await Promise.all([findHelm(), getPackagedChart()]);
  ours = { helm, chart: folder, declaration: getKubewrightDeclaration() };
});

const render = (values: object): Promise<HelmResult> =>
  renderTemplate(ours, { name: 'kubewright', namespace: 'kubewright-system', values });

describe('values that are null', () => {
  it('count as omitted', async () => {
    const values = {
      ...{ replicas: null, image: { tag: null }, webhooks: null, settings: { workers: null }, resources: null },
      ...{ podSecurityContext: null, crds: null, monitoring: { scrape: null } },
    };
    const [some, none] = [await render(values), await render({})];
    expect(some.stderr).toBe('');
    expect(some.stdout).toBe(none.stdout);
  });

  it('remove a field of a security context', async () => {
    const pod = { containerSecurityContext: { readOnlyRootFilesystem: null, privileged: false } };
    const environment = { name: 'patched', namespace: 'kubewright-system', pod };
    expect(await expectSame(ours, { environment, name: 'kubewright' })).toBe('same');
  });
});

describe('values with another name, or settings that are not values', () => {
  it.each(Object.entries(renamedValues))('%s: %s', async (path, instead) => {
    const values = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), 'x') as object;
    const { code, stderr } = await render(values);
    expect(code).not.toBe(0);
    expect(stderr).toContain(`${path} is not a value of this chart: ${instead}`);
  });

  it.each([
    [{ crds: 'skip' }, 'set crds.install and crds.keep'],
    [{ rbac: false }, 'set rbac.create'],
    [{ webhooks: false }, 'set webhooks.enabled'],
    [{ networkPolicy: false }, 'set networkPolicy.enabled'],
    [{ podDisruptionBudget: false }, 'set podDisruptionBudget.enabled'],
    [{ monitoring: { alerts: false } }, 'set monitoring.alerts.enabled'],
  ])('%j: %s', async (values, instead) => {
    const { code, stderr } = await render(values);
    expect(code).not.toBe(0);
    expect(stderr).toContain(instead);
  });
});

describe('values of the upstream Echo chart', () => {
  it('with the same name are accepted', async () => {
    const values = {
      nameOverride: '',
      image: { repository: 'ghcr.io/x/y', pullPolicy: 'IfNotPresent', tag: 'v1' },
      resources: {},
    };
    expect(await render(values)).toMatchObject({ code: 0 });
  });

  it.each([
    [{ env: 'production' }, 'settings.logFormat'],
    [{ logLevel: 'info' }, 'set settings.logLevel'],
    [{ numWorkers: 4 }, 'set settings.workers'],
    [{ ha: { enabled: true } }, 'set replicas'],
    [{ monitoring: { path: '/metrics' } }, 'always /metrics'],
    [{ monitoring: { port: 2112 } }, 'set settings.metricsPort'],
    [{ monitoring: { namespace: 'monitoring' } }, 'in the namespace of the release'],
    [{ monitoring: { interval: '10s' } }, 'set monitoring.scrape.interval'],
    [{ resources: { cpuLimit: 1 } }, 'set resources.limits.cpu'],
    [{ pod: { nodeSelector: { a: 'b' } } }, 'set nodeSelector'],
    [{ replicaCount: 1 }, 'set replicas'],
  ])('%j are rejected with the setting to use', async (values, instead) => {
    const { code, stderr } = await render(values);
    expect(code).not.toBe(0);
    expect(stderr).toContain(instead);
  });

  it('EC-A8 without high availability have one replica', async () => {
    const result = await render({ replicas: 1, controllers: ['echo', 'scheduled-echo'] });
    expect(indexByTitle(parseObjects(result))['Deployment kubewright-system/kubewright']).toMatchObject({
      spec: { replicas: 1 },
    });
  });

  it('BUG-EC-12 without monitoring need no Prometheus Operator', async () => {
    expect((await render({})).stdout).not.toContain('monitoring.coreos.com');
  });

  it.each([
    [{ replica: 1 }, 'replica'],
    [{ rollingUpdate: { maxSurge: 'abc' } }, "- at '/rollingUpdate/maxSurge': 'abc' does not match pattern"],
    [{ rollingUpdate: { maxSurge: -1 } }, "- at '/rollingUpdate/maxSurge': minimum: got -1, want 0"],
    [{ image: { tag: ':x' } }, 'tag'],
    [{ settings: { workers: 0 } }, 'workers'],
    [{ settings: { petstoreResync: '5 minutes' } }, 'petstoreResync'],
    [{ settings: { leaseDurationSeconds: 5 } }, 'leaseDurationSeconds (5) must be more than'],
    [{ settings: { metricsPort: 8081 } }, 'metrics need their own port'],
    [{ settings: { webhookPort: 8081 } }, 'need their own port'],
    [{ extraEnv: [{ name: 'WORKERS', value: '1' }] }, 'use settings.workers'],
    [{ extraEnv: ['A', 'B', 'A'].map((name) => ({ name, value: '1' })) }, 'extraEnv has A twice'],
    [{ podDisruptionBudget: { maxUnavailable: 0 } }, 'would block every eviction of the 2 Pods'],
    [{ podDisruptionBudget: { maxUnavailable: '0%' } }, 'would block every eviction of the 2 Pods'],
    [{ podDisruptionBudget: { minAvailable: 2 } }, 'would block every eviction of the 2 Pods'],
    [{ podDisruptionBudget: { minAvailable: '100%' }, replicas: 1 }, 'would block every eviction of the 1 Pods'],
    [{ extraVolumeMounts: [{ name: 'data', mountPath: '/data' }] }, 'mounts data, which does not exist'],
    [{ extraVolumes: [{ name: 'tmp', emptyDir: {} }] }, 'two volumes are named tmp'],
    [{ namespaces: ['kube-system'], webhooks: { certificate: { secret: 'tls' } } }, 'webhooks would check nothing'],
    [
      { resources: { requests: { memory: '1Gi' } } },
      'resources.limits.memory 256Mi is below resources.requests.memory 1Gi',
    ],
    [{ commonLabels: { 'app.kubernetes.io/name': 'a' } }, 'commonLabels: a key must be other than app.kubernetes.io/{'],
    [{ podLabels: { 'app.kubernetes.io/instance': 'a' } }, 'podLabels: a key must be other than app.kubernetes.io/{'],
    [{ patches: [] }, '--post-renderer'],
    [{ createsEverywhere: ['pods'] }, 'createsEverywhere lacks cronjobs.batch, deployments.apps, jobs.batch, services'],
  ])('%j is rejected', async (values, text) => {
    const { code, stderr } = await render(values);
    expect(code).not.toBe(0);
    expect(stderr).toContain(text);
  });

  it.each([
    { podDisruptionBudget: { minAvailable: 1 } },
    { podDisruptionBudget: { minAvailable: '99%' } },
    { podDisruptionBudget: { maxUnavailable: 0 }, replicas: 0 },
    { podDisruptionBudget: { maxUnavailable: 0, enabled: false } },
    { podDisruptionBudget: { minAvailable: 2 }, replicas: 3 },
  ])('%j is a budget that allows draining a node', async (values) => {
    expect(await render(values)).toMatchObject({ code: 0 });
  });
});
