import { describe, expect, it } from 'vitest';

import type { OperatorRbacProps } from '../options/index.ts';
import { listAddresses, type Synthesized, synthObjects, getObject } from '../testing/synth-objects.ts';
import { zoo } from '../testing/zoo.ts';
import { OperatorRbac } from './permissions.ts';

const serviceAccount = { name: 'keeper', namespace: 'zoo-system' };

const synthRbac = (props: Partial<OperatorRbacProps> = {}): Synthesized[] =>
  synthObjects((chart) => new OperatorRbac(chart, 'rbac', { declaration: zoo, serviceAccount, ...props }), 'chart');

const getRules = (object: Synthesized): unknown => object['rules'];

const animalRules = [
  { apiGroups: [''], resources: ['pods'], verbs: ['delete', 'get', 'list', 'watch'] },
  { apiGroups: [''], resources: ['secrets'], resourceNames: ['feed'], verbs: ['get'] },
  { apiGroups: ['zoo.example'], resources: ['animals'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['zoo.example'], resources: ['animals/status'], verbs: ['patch'] },
];

const allRules = [
  { apiGroups: [''], resources: ['pods'], verbs: ['create', 'delete', 'get', 'list', 'watch'] },
  { apiGroups: [''], resources: ['secrets'], resourceNames: ['feed'], verbs: ['get'] },
  { apiGroups: ['zoo.example'], resources: ['animals', 'parks'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['zoo.example'], resources: ['animals/status'], verbs: ['patch'] },
];

const buildLeaseRules = (name: string): unknown => [
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
  {
    apiGroups: ['coordination.k8s.io'],
    resources: ['leases'],
    resourceNames: [name],
    verbs: ['get', 'update', 'watch'],
  },
];

describe('OperatorRbac in the whole cluster', () => {
  it('creates a ClusterRole for the controllers and a Role for leader election, each with its binding', () => {
    expect(listAddresses(synthRbac())).toEqual([
      'ClusterRole -/zoo',
      'ClusterRoleBinding -/zoo',
      'Role zoo-system/zoo-leader-election',
      'RoleBinding zoo-system/zoo-leader-election',
    ]);
  });

  it('grants exactly the rules of the declaration', () => {
    expect(getRules(getObject('ClusterRole', synthRbac()))).toEqual(allRules);
    expect(getRules(getObject('Role', synthRbac()))).toEqual(buildLeaseRules('zoo-leader'));
  });
});

describe('OperatorRbac in named namespaces', () => {
  const objects = synthRbac({ namespaces: ['berlin', 'prague', 'berlin'], controllers: ['animal'] });

  it('creates a Role in each namespace, and no ClusterRole', () => {
    expect(listAddresses(objects)).toEqual([
      'Role berlin/zoo',
      'RoleBinding berlin/zoo',
      'Role prague/zoo',
      'RoleBinding prague/zoo',
      'Role zoo-system/zoo-leader-election',
      'RoleBinding zoo-system/zoo-leader-election',
    ]);
  });

  it('grants the same rules as in the whole cluster', () => {
    for (const role of objects.filter(({ kind, metadata }) => kind === 'Role' && metadata.name === 'zoo')) {
      expect(getRules(role)).toEqual(animalRules);
    }
  });

  it('grants permissions for cluster-scoped kinds with a ClusterRole, because a Role cannot', () => {
    const reading = { ...animalRules[0]!, resources: ['nodes', 'pods'] };
    const parks = { apiGroups: ['zoo.example'], resources: ['animals', 'parks', 'parks/status'], verbs: ['list'] };
    const issuers = { apiGroups: ['cert-manager.io'], resources: ['clusterissuers'], verbs: ['list', 'watch'] };
    const [animal] = zoo.controllers;
    const controllers = [{ ...animal!, rules: [reading, parks, issuers] }];
    const declaration = { ...zoo, controllers, clusterScoped: ['clusterissuers.cert-manager.io'] };
    const made = synthRbac({ declaration, namespaces: ['berlin'] });
    expect(listAddresses(made)).toEqual([
      'Role berlin/zoo',
      'RoleBinding berlin/zoo',
      'ClusterRole -/zoo-cluster-scoped',
      'ClusterRoleBinding -/zoo-cluster-scoped',
      'Role zoo-system/zoo-leader-election',
      'RoleBinding zoo-system/zoo-leader-election',
    ]);
    expect(getRules(getObject('Role', made, 'zoo'))).toEqual([
      { ...reading, resources: ['pods'] },
      { ...parks, resources: ['animals'] },
    ]);
    expect(getRules(getObject('ClusterRole', made))).toEqual([
      { ...reading, resources: ['nodes'] },
      issuers,
      { ...parks, resources: ['parks', 'parks/status'] },
    ]);
    expect(getObject('ClusterRoleBinding', made)).toMatchObject({
      subjects: [{ kind: 'ServiceAccount', name: 'keeper', namespace: 'zoo-system' }],
      roleRef: { kind: 'ClusterRole', name: 'zoo-cluster-scoped' },
    });
    expect(listAddresses(synthRbac({ declaration }))).not.toContain('ClusterRole -/zoo-cluster-scoped');
  });

  it('grants a permission that a controller declares in addition to its handles, without the reason', () => {
    const [animal] = zoo.controllers;
    const logs = { apiGroups: [''], resources: ['pods/log'], verbs: ['get'], reason: 'copies the logs' };
    const declaration = { ...zoo, controllers: [{ ...animal!, rules: [logs] }] };
    const { reason: _, ...rule } = logs;
    expect(getRules(getObject('ClusterRole', synthRbac({ declaration })))).toEqual([rule]);
  });

  it('throws for a controller of a cluster-scoped kind', () => {
    expect(() => synthRbac({ namespaces: ['berlin'] })).toThrow(
      'the controller park cannot be limited to namespaces: Park is cluster-scoped. Remove namespaces, or choose other',
    );
  });
});

describe('OperatorRbac for some controllers', () => {
  it('grants only the rules of these controllers', () => {
    expect(getRules(getObject('ClusterRole', synthRbac({ controllers: ['animal'] })))).toEqual(animalRules);
  });
});

describe('OperatorRbac with other names', () => {
  it('uses the given names for roles, bindings and Lease', () => {
    const objects = synthRbac({ name: 'annex', leaseName: 'annex-lease' });
    expect(listAddresses(objects)).toContain('ClusterRole -/annex');
    expect(getRules(getObject('Role', objects, 'annex-leader-election'))).toEqual(buildLeaseRules('annex-lease'));
  });

  it('sets the given labels on every object', () => {
    const unlabelled = synthRbac({ labels: { team: 'mammals' } }).filter(
      ({ metadata }) => metadata.labels?.['team'] !== 'mammals',
    );
    expect(unlabelled).toEqual([]);
  });
});

describe('OperatorRbac of an operator with secure metrics', () => {
  const secure = synthRbac({ secureMetrics: true, namespaces: ['a'], controllers: ['animal'] });

  it('grants token and access reviews cluster-wide, even if namespaces are given', () => {
    expect(listAddresses(secure)).toEqual([
      'Role a/zoo',
      'RoleBinding a/zoo',
      'Role zoo-system/zoo-leader-election',
      'RoleBinding zoo-system/zoo-leader-election',
      'ClusterRole -/zoo-metrics-auth',
      'ClusterRoleBinding -/zoo-metrics-auth',
      'ClusterRole -/zoo-metrics-reader',
    ]);
    expect(getRules(getObject('ClusterRole', secure, 'zoo-metrics-auth'))).toEqual([
      { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
      { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
    ]);
    expect(getObject('ClusterRoleBinding', secure)).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: 'zoo-metrics-auth' },
      subjects: [{ kind: 'ServiceAccount', name: 'keeper', namespace: 'zoo-system' }],
    });
  });

  it('creates a ClusterRole for readers of the metrics, without a binding', () => {
    expect(getRules(getObject('ClusterRole', secure, 'zoo-metrics-reader'))).toEqual([
      { nonResourceURLs: ['/metrics'], verbs: ['get'] },
    ]);
    expect(JSON.stringify(secure.filter(({ kind }) => kind.endsWith('Binding')))).not.toContain('metrics-reader');
  });

  it('throws for an operator that does not declare secureMetrics', () => {
    const { secureMetrics, ...declaration } = zoo;
    expect(secureMetrics).toBeDefined();
    expect(() => synthRbac({ declaration, secureMetrics: true })).toThrow(
      'zoo cannot have secure metrics: it does not declare secureMetrics',
    );
    expect(listAddresses(synthRbac({ declaration }))).toEqual(listAddresses(synthRbac()));
  });
});
