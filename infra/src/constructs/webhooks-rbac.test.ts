import { describe, expect, it } from 'vitest';

import type { OperatorRbacProps } from '../options/index.ts';
import { getKubewrightDeclaration } from '../declaration/index.ts';
import { listAddresses, type Synthesized, synthObjects, getObject } from '../testing/synth-objects.ts';
import { zoo, zooWithVersions, zooWithWebhooks } from '../testing/zoo.ts';
import { OperatorRbac } from './permissions.ts';
import { buildCaBundleRules, collectWebhookRules } from '../plan/permissions.ts';
import { mergeRules } from '../plan/index.ts';

const serviceAccount = { name: 'keeper', namespace: 'zoo-system' };

const synthRbac = (props: Partial<OperatorRbacProps>): Synthesized[] =>
  synthObjects(
    (chart) => new OperatorRbac(chart, 'rbac', { declaration: zooWithWebhooks, serviceAccount, ...props }),
    'chart',
  );

const upkeep = { apiGroups: ['admissionregistration.k8s.io'], verbs: ['list', 'patch', 'watch'] };

const dryRuns = { apiGroups: ['batch'], resources: ['jobs'], verbs: ['create', 'patch'] };

describe('OperatorRbac of an operator with webhooks', () => {
  const own = synthRbac({ webhooks: { ownCertificate: true } });

  it('creates a Role and a ClusterRole for its own certificate, each with its binding', () => {
    const without = listAddresses(synthRbac({}));
    expect(listAddresses(own).filter((address) => !without.includes(address))).toEqual([
      'Role zoo-system/zoo-webhooks',
      'RoleBinding zoo-system/zoo-webhooks',
      'ClusterRole -/zoo-webhooks',
      'ClusterRoleBinding -/zoo-webhooks',
    ]);
    const subjects = [{ kind: 'ServiceAccount', ...serviceAccount }];
    const apiGroup = 'rbac.authorization.k8s.io';
    expect(getObject('ClusterRoleBinding', own, 'zoo-webhooks')).toMatchObject({
      subjects,
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'zoo-webhooks' },
    });
    expect(getObject('RoleBinding', own, 'zoo-webhooks')).toMatchObject({
      subjects,
      roleRef: { apiGroup, kind: 'Role', name: 'zoo-webhooks' },
    });
  });

  it('grants only the verbs that maintain these objects, by name', () => {
    expect(getObject('Role', own, 'zoo-webhooks')['rules']).toEqual([
      { apiGroups: [''], resources: ['secrets'], resourceNames: ['zoo-webhooks'], verbs: ['get', 'patch'] },
    ]);
    expect(getObject('ClusterRole', own, 'zoo-webhooks')['rules']).toEqual([
      {
        ...upkeep,
        resources: ['mutatingwebhookconfigurations'],
        resourceNames: ['zoo-webhooks-animal', 'zoo-webhooks-cage-pod'],
      },
      {
        ...upkeep,
        resources: ['validatingwebhookconfigurations'],
        resourceNames: ['zoo-webhooks-animal', 'zoo-webhooks-park'],
      },
    ]);
  });

  it('uses the name of the installation', () => {
    const annex = synthRbac({ name: 'annex', webhooks: { ownCertificate: true } });
    expect(getObject('Role', annex, 'annex-webhooks')['rules']).toMatchObject([{ resourceNames: ['annex-webhooks'] }]);
    expect(JSON.stringify(getObject('ClusterRole', annex, 'annex-webhooks'))).not.toContain('zoo-webhooks');
  });

  it('grants the requests of webhooks in the scope of those of controllers, for any certificate', () => {
    for (const ownCertificate of [true, false]) {
      expect(getObject('ClusterRole', synthRbac({ webhooks: { ownCertificate } }), 'zoo')['rules']).toContainEqual(
        dryRuns,
      );
    }
    const limited = { namespaces: ['berlin'], controllers: ['animal'], webhooks: { ownCertificate: false } };
    expect(getObject('Role', synthRbac(limited), 'zoo')['rules']).toContainEqual(dryRuns);
    expect(getObject('ClusterRole', synthRbac({}), 'zoo')['rules']).not.toContainEqual(dryRuns);
  });

  it('creates nothing for an external certificate', () => {
    expect(listAddresses(synthRbac({ webhooks: { ownCertificate: false } }))).toEqual(listAddresses(synthRbac({})));
  });

  it('throws for an operator that declares no webhooks', () => {
    expect(() => synthRbac({ declaration: zoo, webhooks: { ownCertificate: false } })).toThrow(
      'zoo cannot have permissions for webhooks: it does not declare webhooks',
    );
  });
});

describe('OperatorRbac of an operator that converts', () => {
  const synthConvertingRbac = (props: Partial<OperatorRbacProps>): Synthesized[] =>
    synthRbac({ declaration: zooWithVersions, ...props });

  it('creates a ClusterRole for the CRDs and their objects, for any certificate', () => {
    for (const ownCertificate of [true, false]) {
      const granted = synthConvertingRbac({ name: 'annex', webhooks: { ownCertificate } });
      expect(getObject('ClusterRole', granted, 'annex-conversions')['rules']).toEqual(
        mergeRules(zooWithVersions.apis.flatMap((api) => ('conversion' in api ? api.conversion.rules : []))),
      );
    }
  });

  it('creates none if it serves no webhooks, or named namespaces only', () => {
    const limited = { namespaces: ['berlin'], controllers: ['animal'], webhooks: { ownCertificate: false } };
    for (const props of [{}, limited])
      expect(listAddresses(synthConvertingRbac(props)).join()).not.toContain('conversions');
  });
});

describe('the rules for webhooks', () => {
  it('never cover all objects: a rule without names is omitted', () => {
    const [animal, pod, park] = zooWithWebhooks.webhooks;
    for (const webhooks of [[], [pod], [park], [animal]]) {
      const rules = buildCaBundleRules('zoo-webhooks', { ...zooWithWebhooks, webhooks });
      expect(rules.every(({ resourceNames = [] }) => resourceNames.length === 1)).toBe(true);
    }
    expect(buildCaBundleRules('zoo-webhooks', { ...zooWithWebhooks, webhooks: [park] })).toEqual([
      { ...upkeep, resources: ['validatingwebhookconfigurations'], resourceNames: ['zoo-webhooks-park'] },
    ]);
  });

  it('are those of our own declaration', () => {
    expect(collectWebhookRules(getKubewrightDeclaration(), { ownCertificate: false })).toEqual([
      { apiGroups: ['batch'], resources: ['cronjobs'], verbs: ['create', 'patch'] },
    ]);
  });
});
