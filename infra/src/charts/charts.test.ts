import { Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../options/index.ts';

import { getKubewrightDeclaration } from '../declaration/index.ts';
import { listAddresses, type Synthesized, getObject, synthOperatorChart } from '../testing/synth-objects.ts';
import { zoo } from '../testing/zoo.ts';
import { CrdsChart, NamespacesChart } from './cluster.ts';
import { OperatorChart } from './operator.ts';
import { PetStoreChart, SamplesChart } from './samples.ts';

const zooAt: Environment = { name: 'berlin', namespace: 'zoo-system', image: { repository: 'zoo.example/operator' } };

const synthSamples = (environment: Environment): Synthesized[] =>
  Testing.synth(new SamplesChart(Testing.app(), 'samples', { environment })) as Synthesized[];

describe('OperatorChart', () => {
  it.each([
    ['rejects', {}, ['Deny', 'Audit', 'Warn']],
    ['warns', { policies: 'warn' }, ['Warn', 'Audit', 'Warn']],
    ['does nothing', { policies: 'off' }, []],
    ['does nothing in a part of a cluster', { namespaces: ['north'], controllers: ['animal'] }, []],
    [
      'rejects in named namespaces if policies is set',
      { namespaces: ['north'], controllers: ['animal'], policies: 'enforce' },
      ['Deny', 'Audit', 'Warn'],
    ],
  ] as const)('%s with the options %j', (_, options, actions) => {
    const objects = synthOperatorChart({ ...zooAt, ...options }, zoo);
    const found = objects.flatMap(
      ({ spec }) => (spec as { validationActions?: string[] } | undefined)?.validationActions ?? [],
    );
    expect(found).toEqual(actions);
  });

  it('has policies of the installation, which exclude its namespace and every namespace that it does not serve', () => {
    const served = { namespaces: ['north'], controllers: ['animal'], policies: 'enforce' } as const;
    const binding = getObject('MutatingAdmissionPolicyBinding', synthOperatorChart({ ...zooAt, ...served }, zoo));
    const key = 'kubernetes.io/metadata.name';
    expect(binding['spec']).toEqual({
      policyName: 'zoo-fed-animals',
      matchResources: {
        namespaceSelector: {
          matchExpressions: [
            { key, operator: 'In', values: ['north'] },
            { key, operator: 'NotIn', values: ['kube-system', 'zoo-system'] },
          ],
        },
      },
    });
  });
});

describe('NamespacesChart', () => {
  const synthNamespaces = (changes: Partial<Environment>): Synthesized[] => {
    const environment = { ...zooAt, createNamespaces: ['north', 'south'], ...changes };
    return Testing.synth(new NamespacesChart(Testing.app(), 'namespaces', { environment })) as Synthesized[];
  };

  it('creates the namespaces of users, without Pod Security labels', () => {
    const objects = synthNamespaces({});
    expect(listAddresses(objects)).toEqual(['Namespace -/north', 'Namespace -/south']);
    expect(JSON.stringify(objects)).not.toContain('pod-security');
  });

  it('retains them unless the environment may be deleted as a whole', () => {
    for (const { metadata } of synthNamespaces({})) {
      expect(metadata.annotations).toMatchObject({
        'argocd.argoproj.io/sync-options': 'Prune=false,ServerSideApply=true',
        'kustomize.toolkit.fluxcd.io/prune': 'disabled',
        'helm.sh/resource-policy': 'keep',
      });
    }
    for (const { metadata } of synthNamespaces({ crds: 'prune' })) expect(metadata.annotations).toBeUndefined();
  });
});

describe('PetStoreChart', () => {
  const synthPetStore = (environment: Environment): Synthesized[] => {
    const petStore = { namespace: 'pets', data: { sizeGibibytes: 2 } };
    const chart = new PetStoreChart(Testing.app(), 'pet-store', { environment: { ...environment, petStore } });
    return Testing.synth(chart) as Synthesized[];
  };

  it('runs the image of the operator', () => {
    const { version } = getKubewrightDeclaration();
    expect(JSON.stringify(getObject('Deployment', synthPetStore(zooAt)))).toContain(
      `"zoo.example/operator:${version}"`,
    );
  });
});

describe('SamplesChart', () => {
  it("creates one sample of each kind in the environment's namespace, and two of Pet if it has a store", () => {
    const listSampleKinds = (environment: Environment): string[] => synthSamples(environment).map(({ kind }) => kind);
    const kinds = getKubewrightDeclaration().apis.map(({ kind }) => kind);
    expect(listSampleKinds(zooAt)).toEqual(kinds.filter((kind) => kind !== 'Pet'));
    const withPets = kinds.flatMap((kind) => (kind === 'Pet' ? [kind, kind] : [kind]));
    expect(listSampleKinds({ ...zooAt, petStore: { namespace: 'pets' } })).toEqual(withPets);
    expect(new Set(synthSamples(zooAt).map(({ metadata }) => metadata.namespace))).toEqual(new Set(['default']));
    const elsewhere = synthSamples({ ...zooAt, samplesNamespace: 'north' }).map(({ metadata }) => metadata.namespace);
    expect(new Set(elsewhere)).toEqual(new Set(['north']));
  });
});

describe('labels and annotations of an environment', () => {
  const marks = { labels: { team: 'web' }, annotations: { 'example.com/cost': '7' } };
  const environment: Environment = {
    ...{ name: 'all', namespace: 'ops', installation: 'eu', ...marks },
    createNamespaces: ['shop'],
    aggregatedRoles: true,
    metrics: { secure: true },
    monitoring: { dashboard: {} },
  };
  const app = Testing.app();
  const props = { environment: { ...environment, petStore: { namespace: 'pets', ...marks } } };
  const charts = [
    new CrdsChart(app, 'crds', props),
    new NamespacesChart(app, 'namespaces', props),
    new OperatorChart(app, 'operator', props),
    new PetStoreChart(app, 'pet-store', props),
  ];
  const objects = charts.flatMap((chart) => Testing.synth(chart) as Synthesized[]);

  it('are on every object, including the Namespaces and the objects for Prometheus and Grafana', () => {
    expect(new Set(objects.map(({ kind }) => kind)).size).toBeGreaterThan(15);
    for (const object of objects) expect(object.metadata, listAddresses([object])[0]).toMatchObject(marks);
  });

  it('do not replace the name of the installation', () => {
    for (const object of Testing.synth(charts[2] as OperatorChart) as Synthesized[]) {
      expect(object.metadata.labels?.['app.kubernetes.io/instance'], listAddresses([object])[0]).toBe('eu');
    }
  });
});
