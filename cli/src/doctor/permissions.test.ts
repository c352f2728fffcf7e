import type { PlainObject } from '@kubewright/declaration';
import { expect, it } from 'vitest';

import type { KubectlRun } from '@kubewright/declaration/kubectl';
import type { Installation } from '../render/manifests.ts';
import { createCluster } from '../cluster.ts';
import { checkPermissions, listAccesses } from './permissions.ts';

const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' };
const subjects = [{ kind: 'ServiceAccount', name: 'shops', namespace: 'shops-system' }];
const objects: readonly PlainObject[] = [
  {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'shops' } },
    spec: { template: { spec: { serviceAccountName: 'shops' } } },
  },
  {
    ...{ ...rbac, kind: 'ClusterRole', metadata: { name: 'shops' } },
    rules: [{ apiGroups: ['apps'], resources: ['deployments', 'deployments/scale'], verbs: ['get', 'patch'] }],
  },
  {
    ...{ ...rbac, kind: 'ClusterRoleBinding', metadata: { name: 'shops' } },
    ...{ subjects, roleRef: { kind: 'ClusterRole', name: 'shops' } },
  },
  {
    ...{ ...rbac, kind: 'Role', metadata: { name: 'lease', namespace: 'shops-system' } },
    rules: [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: ['shops'], verbs: ['update'] }],
  },
  {
    ...{ ...rbac, kind: 'RoleBinding', metadata: { name: 'lease', namespace: 'shops-system' } },
    ...{ subjects, roleRef: { kind: 'Role', name: 'lease' } },
  },
  {
    ...{ ...rbac, kind: 'ClusterRole', metadata: { name: 'shops-view' } },
    rules: [{ apiGroups: ['example.com'], resources: ['shops'], verbs: ['get'] }],
  },
];
const installation: Installation = {
  ...{ environment: 'production', namespace: 'shops-system', files: new Map(), objects },
};

it('the permissions are those of the roles that are bound to the ServiceAccount', () => {
  const apps = { group: 'apps', resource: 'deployments' };
  expect(listAccesses(installation)).toEqual([
    { ...apps, verb: 'get' },
    { ...apps, verb: 'patch' },
    { ...apps, subresource: 'scale', verb: 'get' },
    { ...apps, subresource: 'scale', verb: 'patch' },
    { namespace: 'shops-system', group: 'coordination.k8s.io', resource: 'leases', name: 'shops', verb: 'update' },
  ]);
});

interface Review {
  readonly spec: { readonly resourceAttributes: { readonly verb: string; readonly resource: string } };
}

/** A cluster that denies patches. */
function createReviewer(mayImpersonate: boolean, calls: string[][] = []) {
  return createCluster((args, input = '') => {
    calls.push([...args]);
    const result = (code: number, stdout: string): Promise<KubectlRun> => Promise.resolve({ code, stdout, stderr: '' });
    if (args[0] === 'auth') return result(mayImpersonate ? 0 : 1, mayImpersonate ? 'yes\n' : 'no\n');
    const reviews = input.split('\n').map((line) => JSON.parse(line) as Review);
    return result(0, reviews.map(({ spec }) => `${String(spec.resourceAttributes.verb !== 'patch')}\n`).join(''));
  });
}

it.each([
  [true, true, 'error', 'the ServiceAccount shops-system/shops'],
  [true, false, 'warning', 'you, because you may not impersonate the ServiceAccount shops-system/shops'],
  [false, true, 'warning', 'you, because the operator is not installed'],
])('if it is installed (%s) and may be impersonated (%s), each denial is an %s of %s', async (...row) => {
  const [isInstalled, mayImpersonate, severity, title] = row;
  const calls: string[][] = [];
  const { summary, findings } = await checkPermissions(createReviewer(mayImpersonate, calls), {
    installation,
    isInstalled,
  });
  expect(summary).toBe(`5 checked as ${title}`);
  const [who = ''] = title.split(',');
  expect(findings.map((finding) => `${finding.severity}: ${finding.message}`)).toEqual([
    `${severity}: ${who} may not patch deployments.apps`,
    `${severity}: ${who} may not patch deployments.apps/scale`,
  ]);
  const reviews = calls.filter(([verb]) => verb === 'create');
  expect(reviews.length).toBeLessThanOrEqual(4);
  const impersonates = reviews.every((args) => args.includes('--as=system:serviceaccount:shops-system:shops'));
  expect(impersonates).toBe(severity === 'error');
});
