import { Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import type { ArgoCdOptions, Environment } from '../options/index.ts';

import { CrdsChart } from '../charts/cluster.ts';
import { OperatorChart } from '../charts/operator.ts';
import { zooWithVersions, zooWithWebhooks } from '../testing/zoo.ts';
import { type ArgoCdApplication, buildArgoCdApplications, type ArgoCdGitOps, buildArgoCdAppOfApps } from './argo-cd.ts';
import type { ManifestObject, Stage } from './stage.ts';

const environment: Environment = {
  name: 'berlin',
  namespace: 'zoo-system',
  image: { repository: 'zoo.example/operator' },
};

const buildStage = (name: string, objects: unknown): Stage => ({
  ...{ environment: 'berlin', name, folder: `berlin/${name}` },
  objects: objects as readonly ManifestObject[],
});

const crds = buildStage(
  'crds',
  Testing.synth(new CrdsChart(Testing.app(), 'crds', { environment, declaration: zooWithVersions })),
);
const operator = buildStage(
  'operator',
  Testing.synth(new OperatorChart(Testing.app(), 'operator', { environment, declaration: zooWithWebhooks })),
);

const buildGitOps = (argoCd: Partial<ArgoCdOptions> = {}): ArgoCdGitOps => ({
  ...{ name: 'zoo', path: 'deploy' },
  argoCd: { repository: 'https://git.example/zoo.git', ...argoCd },
});

const buildApplications = (argoCd: Partial<ArgoCdOptions> = {}): [ArgoCdApplication, ArgoCdApplication] =>
  buildArgoCdApplications([crds, operator], buildGitOps(argoCd)) as [ArgoCdApplication, ArgoCdApplication];

describe('the Application of a stage', () => {
  it('is complete', () => {
    expect(buildApplications()[1]).toEqual({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: {
        name: 'zoo-berlin-operator',
        namespace: 'argocd',
        annotations: { 'argocd.argoproj.io/sync-wave': '1' },
        finalizers: ['resources-finalizer.argocd.argoproj.io'],
      },
      spec: {
        project: 'default',
        source: { repoURL: 'https://git.example/zoo.git', targetRevision: 'HEAD', path: 'deploy/berlin/operator' },
        destination: { server: 'https://kubernetes.default.svc' },
        syncPolicy: {
          automated: { prune: true, selfHeal: true },
          syncOptions: ['ServerSideApply=true'],
          retry: { limit: 10, backoff: { duration: '10s', factor: 2, maxDuration: '5m' } },
        },
        ignoreDifferences: [
          { kind: 'Secret', name: 'zoo-webhooks', namespace: 'zoo-system', jsonPointers: ['/data'] },
          ...(
            [
              ['Mutating', 'animal'],
              ['Validating', 'animal'],
              ['Mutating', 'cage-pod'],
              ['Validating', 'park'],
            ] as const
          ).map(([does, name]) => ({
            group: 'admissionregistration.k8s.io',
            kind: `${does}WebhookConfiguration`,
            name: `zoo-webhooks-${name}`,
            jqPathExpressions: [
              `.webhooks[]? | select(.name == "${does === 'Mutating' ? 'mutate' : 'validate'}.${name}.zoo") | .clientConfig.caBundle`,
            ],
          })),
        ],
      },
    });
  });

  it('never sets fields that other managers write, because Argo CD would then own them', () => {
    expect(JSON.stringify(buildApplications())).not.toContain('RespectIgnoreDifferences');
  });

  it('with retained CRDs neither prunes nor deletes them, and ignores the caBundle of a conversion', () => {
    const [{ metadata, spec }] = buildApplications();
    expect(metadata).toEqual({
      name: 'zoo-berlin-crds',
      namespace: 'argocd',
      annotations: { 'argocd.argoproj.io/sync-wave': '0' },
    });
    expect(spec.syncPolicy.automated).toEqual({ prune: false, selfHeal: true });
    expect(spec.ignoreDifferences).toEqual([
      {
        group: 'apiextensions.k8s.io',
        kind: 'CustomResourceDefinition',
        name: 'animals.zoo.example',
        jsonPointers: ['/spec/conversion/webhook/clientConfig/caBundle'],
      },
    ]);
  });

  it('prunes and deletes CRDs that are not retained', () => {
    const objects = crds.objects.map(({ metadata: { name }, ...object }) => ({ ...object, metadata: { name } }));
    const [{ metadata, spec }] = buildArgoCdApplications([{ ...crds, objects }], buildGitOps()) as [ArgoCdApplication];
    expect(metadata.finalizers).toEqual(['resources-finalizer.argocd.argoproj.io']);
    expect(spec.syncPolicy.automated?.prune).toBe(true);
  });

  it('compares fields that the manifests set', () => {
    const given = buildStage('given', [
      { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'a' }, data: {} },
      { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'b' }, stringData: {} },
      {
        kind: 'ValidatingWebhookConfiguration',
        apiVersion: 'admissionregistration.k8s.io/v1',
        metadata: { name: 'c' },
        webhooks: [{ name: 'one', clientConfig: { caBundle: 'Zm9v' } }],
      },
      {
        kind: 'CustomResourceDefinition',
        apiVersion: 'apiextensions.k8s.io/v1',
        metadata: { name: 'd' },
        spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig: { caBundle: 'Zm9v' } } } },
      },
    ]);
    const [{ spec }] = buildArgoCdApplications([given], buildGitOps()) as [ArgoCdApplication];
    expect(spec).not.toHaveProperty('ignoreDifferences');
  });

  it('targets the project, cluster and namespace of the options', () => {
    const options = {
      ...{ revision: 'v1', project: 'zoo', namespace: 'delivery', automated: false },
      destinations: { berlin: { name: 'berlin-1' } },
    };
    const [, { metadata, spec }] = buildApplications(options);
    expect(metadata.namespace).toBe('delivery');
    expect(spec).toMatchObject({ project: 'zoo', source: { targetRevision: 'v1' }, destination: { name: 'berlin-1' } });
    expect(spec.syncPolicy).not.toHaveProperty('automated');
  });
});

describe('the Application of an environment', () => {
  it('deploys the Applications of the stages into the namespace of Argo CD, and deletes them with itself', () => {
    const destinations = { berlin: { name: 'berlin-1' } };
    expect(
      buildArgoCdAppOfApps('berlin', 'argo-cd/berlin/units', buildGitOps({ destinations, namespace: 'delivery' })),
    ).toEqual({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: {
        name: 'zoo-berlin',
        namespace: 'delivery',
        finalizers: ['resources-finalizer.argocd.argoproj.io'],
      },
      spec: {
        project: 'default',
        source: { repoURL: 'https://git.example/zoo.git', targetRevision: 'HEAD', path: 'deploy/argo-cd/berlin/units' },
        destination: { server: 'https://kubernetes.default.svc', namespace: 'delivery' },
        syncPolicy: {
          automated: { prune: true, selfHeal: true },
          retry: { limit: 10, backoff: { duration: '10s', factor: 2, maxDuration: '5m' } },
        },
      },
    });
  });
});
