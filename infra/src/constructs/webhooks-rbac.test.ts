import { describe, expect, it } from 'vitest';

import type { OperatorRbacProps } from '../options/index.ts';
import { kubewrightDeclaration } from '../declaration/index.ts';
import {
  addresses,
  type Synthesized,
  synthesized,
  the,
  zoo,
  zooWithVersions,
  zooWithWebhooks,
} from '../testing/index.ts';
import { OperatorRbac } from './permissions.ts';
import { bundleRules, trialRules } from '../plan/permissions.ts';
import { mergeRules } from '../plan/index.ts';

const serviceAccount = { name: 'keeper', namespace: 'zoo-system' };

const rbacOf = (props: Partial<OperatorRbacProps>): Synthesized[] =>
  synthesized(
    (chart) => new OperatorRbac(chart, 'rbac', { declaration: zooWithWebhooks, serviceAccount, ...props }),
    'chart',
  );

const upkeep = { apiGroups: ['admissionregistration.k8s.io'], verbs: ['list', 'patch', 'watch'] };

const trials = { apiGroups: ['batch'], resources: ['jobs'], verbs: ['create', 'patch'] };

describe('OperatorRbac of an operator with webhooks', () => {
  const own = rbacOf({ webhooks: { ownCertificate: true } });

  it('creates a Role and a ClusterRole for a certificate of its own, each with its binding', () => {
    const without = addresses(rbacOf({}));
    expect(addresses(own).filter((address) => !without.includes(address))).toEqual([
      'Role zoo-system/zoo-webhooks',
      'RoleBinding zoo-system/zoo-webhooks',
      'ClusterRole -/zoo-webhooks',
      'ClusterRoleBinding -/zoo-webhooks',
    ]);
    const subjects = [{ kind: 'ServiceAccount', ...serviceAccount }];
    const apiGroup = 'rbac.authorization.k8s.io';
    expect(the('ClusterRoleBinding', own, 'zoo-webhooks')).toMatchObject({
      subjects,
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'zoo-webhooks' },
    });
    expect(the('RoleBinding', own, 'zoo-webhooks')).toMatchObject({
      subjects,
      roleRef: { apiGroup, kind: 'Role', name: 'zoo-webhooks' },
    });
  });

  it('grants no more than the upkeep of these objects, by their names', () => {
    expect(the('Role', own, 'zoo-webhooks')['rules']).toEqual([
      { apiGroups: [''], resources: ['secrets'], resourceNames: ['zoo-webhooks'], verbs: ['get', 'patch'] },
    ]);
    expect(the('ClusterRole', own, 'zoo-webhooks')['rules']).toEqual([
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
    const annex = rbacOf({ name: 'annex', webhooks: { ownCertificate: true } });
    expect(the('Role', annex, 'annex-webhooks')['rules']).toMatchObject([{ resourceNames: ['annex-webhooks'] }]);
    expect(JSON.stringify(the('ClusterRole', annex, 'annex-webhooks'))).not.toContain('zoo-webhooks');
  });

  it('grants the requests of webhooks where it grants those of controllers, whoever makes the certificate', () => {
    for (const ownCertificate of [true, false]) {
      expect(the('ClusterRole', rbacOf({ webhooks: { ownCertificate } }), 'zoo')['rules']).toContainEqual(trials);
    }
    const limited = { namespaces: ['berlin'], controllers: ['animal'], webhooks: { ownCertificate: false } };
    expect(the('Role', rbacOf(limited), 'zoo')['rules']).toContainEqual(trials);
    expect(the('ClusterRole', rbacOf({}), 'zoo')['rules']).not.toContainEqual(trials);
  });

  it('creates nothing for a certificate that others write', () => {
    expect(addresses(rbacOf({ webhooks: { ownCertificate: false } }))).toEqual(addresses(rbacOf({})));
  });

  it('throws for an operator that declares none', () => {
    expect(() => rbacOf({ declaration: zoo, webhooks: { ownCertificate: false } })).toThrow(
      'zoo cannot have permissions for webhooks: it declares none',
    );
  });
});

describe('OperatorRbac of an operator that converts', () => {
  const convertingRbac = (props: Partial<OperatorRbacProps>): Synthesized[] =>
    rbacOf({ declaration: zooWithVersions, ...props });

  it('creates a ClusterRole for the definitions and their objects, whoever makes the certificate', () => {
    for (const ownCertificate of [true, false]) {
      const granted = convertingRbac({ name: 'annex', webhooks: { ownCertificate } });
      expect(the('ClusterRole', granted, 'annex-conversions')['rules']).toEqual(
        mergeRules(zooWithVersions.apis.flatMap((api) => ('conversion' in api ? api.conversion.rules : []))),
      );
    }
  });

  it('creates none where it serves no webhooks, or some namespaces only', () => {
    const limited = { namespaces: ['berlin'], controllers: ['animal'], webhooks: { ownCertificate: false } };
    for (const props of [{}, limited]) expect(addresses(convertingRbac(props)).join()).not.toContain('conversions');
  });
});

describe('the rules for webhooks', () => {
  it('are never for all objects: without a name there is no rule', () => {
    const [animal, pod, park] = zooWithWebhooks.webhooks;
    for (const webhooks of [[], [pod], [park], [animal]]) {
      const rules = bundleRules('zoo-webhooks', { ...zooWithWebhooks, webhooks });
      expect(rules.every(({ resourceNames = [] }) => resourceNames.length === 1)).toBe(true);
    }
    expect(bundleRules('zoo-webhooks', { ...zooWithWebhooks, webhooks: [park] })).toEqual([
      { ...upkeep, resources: ['validatingwebhookconfigurations'], resourceNames: ['zoo-webhooks-park'] },
    ]);
  });

  it('are those of our own declaration', () => {
    expect(trialRules(kubewrightDeclaration(), { ownCertificate: false })).toEqual([
      { apiGroups: ['batch'], resources: ['cronjobs'], verbs: ['create', 'patch'] },
    ]);
  });
});
