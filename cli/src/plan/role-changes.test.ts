import { expect, it } from 'vitest';

import { formatRoleChanges, type Role } from './role-changes.ts';

function buildRole(...rules: NonNullable<Role['rules']>): Role {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'shops' }, rules };
}

const deployments = { apiGroups: ['apps'], resources: ['deployments'] };

it('a role that grants the same has no changes, however its rules are split', () => {
  const split = buildRole({ ...deployments, verbs: ['get'] }, { ...deployments, verbs: ['patch'] });
  expect(formatRoleChanges(buildRole({ ...deployments, verbs: ['patch', 'get'] }), split)).toBe('');
});

it('gained and lost permissions are told by resource', () => {
  const pods = { apiGroups: [''], resources: ['pods/log'], resourceNames: ['a'], verbs: ['get'] };
  const next = buildRole({ ...deployments, verbs: ['get', 'patch', 'delete'] });
  expect(formatRoleChanges(next, buildRole({ ...deployments, verbs: ['get'] }, pods))).toBe(
    '+ patch, delete deployments.apps (ClusterRole shops)\n- get pods/log "a" (ClusterRole shops)',
  );
});

it('a new role gains all', () => {
  expect(formatRoleChanges(buildRole({ ...deployments, verbs: ['get'] }), undefined)).toBe(
    '+ get deployments.apps (ClusterRole shops)',
  );
});

it('an aggregated role is not compared, because the API server fills it', () => {
  const stored = buildRole({ ...deployments, verbs: ['get'] });
  expect(formatRoleChanges({ ...buildRole(), aggregationRule: {} }, stored)).toBe('');
});
