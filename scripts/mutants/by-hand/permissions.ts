import type { Mutant } from './mutant.ts';

/** Mutants of the RBAC rules: they grant too much or too little. */
export const permissions: readonly Mutant[] = [
  {
    name: 'rules-miss-a-verb',
    promise: 'The RBAC rules grant exactly the permissions that the runtime uses.',
    file: 'operator/runtime/src/reconcile/declare/rules.ts',
    find: "'create', 'get', 'list', 'patch', 'watch'",
    replace: "'create', 'list', 'patch', 'watch'",
    test: 'operator/runtime/src/reconcile/declare/rules.test.ts',
  },
  {
    name: 'rules-grant-deletion-unasked',
    promise: 'The rules grant `delete` only on kinds whose declaration requests it.',
    file: 'operator/runtime/src/reconcile/declare/rules.ts',
    find: "...(deletesIt ? ['delete'] : [])",
    replace: "'delete'",
    test: 'operator/runtime/src/reconcile/declare/rules.test.ts',
  },
  {
    name: 'declaration-grants-every-lease',
    promise: 'The operator may change only its own Lease.',
    file: 'operator/generate/src/declaration.ts',
    find: 'resourceNames: [leaseName], ',
    replace: '',
    test: 'operator/generate/src/declaration.test.ts',
  },
  {
    name: 'token-reviews-for-every-operator',
    promise: 'The permission to review tokens is granted only if secure metrics are enabled.',
    file: 'infra/src/plan/permissions.ts',
    find: 'given.secureMetrics === true',
    replace: 'declaration.secureMetrics !== undefined',
    test: 'infra/src/constructs/operator-rbac.test.ts',
  },
  {
    name: 'a-role-for-every-webhook-of-the-cluster',
    promise: 'An operator may change only its own webhook configurations.',
    file: 'infra/src/plan/permissions.ts',
    find: 'if (resourceNames.length === 0) return [];',
    replace: '',
    test: 'infra/src/constructs/webhooks-rbac.test.ts',
  },
  {
    name: 'cluster-scoped-in-a-role',
    promise: 'An operator of named namespaces can read the cluster-scoped kinds that its controllers declare.',
    file: 'infra/src/plan/permissions.ts',
    find: 'clusterScoped.length === 0 ? []',
    replace: 'clusterScoped.length >= 0 ? []',
    test: 'infra/src/constructs/operator-rbac.test.ts',
  },
  {
    name: 'pods-in-every-namespace',
    promise:
      'If an environment sets `createsEverywhere`, it must list all that the operator may create in every namespace.',
    file: 'infra/src/plan/declaration.ts',
    find: '=> !accepted.includes(each)',
    replace: '=> accepted.includes(each)',
    test: 'infra/src/charts/wrong-props.test.ts',
  },
];
