import type { Mutant } from './mutant.ts';

/** A removal that strands nobody's resources. */
export const removalMutants: readonly Mutant[] = [
  {
    name: 'removal-strands-users',
    promise: 'Nobody deletes an operator, or a part that it needs, while there are resources with its finalizers.',
    file: 'infra/src/constructs/removal-guard/removal-guard.ts',
    find: "      validationActions: ['Deny'],",
    replace: "      validationActions: ['Audit'],",
    test: 'infra/src/charts/removal-guard.test.ts',
  },
  {
    name: 'guard-for-nobody',
    promise: 'An operator is guarded only if a controller that runs sets a finalizer.',
    file: 'infra/src/declaration/finalized.ts',
    find: 'finalizer !== undefined && (running?.includes(name) ?? true)',
    replace: 'finalizer !== undefined',
    test: 'infra/src/charts/removal-guard.test.ts',
  },
  {
    name: 'destroy-hangs-on-users',
    promise: 'Where all may go, nobody deletes an operator either while there are resources with its finalizers.',
    file: 'infra/src/charts/removal-guard.ts',
    find: '  const { controllers, crds, labels, annotations } = environment;',
    replace: "  const { controllers, crds, labels, annotations } = environment;\n  if (crds === 'prune') return;",
    test: 'infra/src/charts/removal-guard.test.ts',
  },
  {
    name: 'guard-missing-by-default',
    promise: 'An operator with finalizers is guarded unless somebody says no, whoever deploys its definitions.',
    file: 'infra/src/charts/operator.ts',
    find: '    addGuard(this, installation, this.operator);',
    replace: "    if (environment.crds === 'skip') addGuard(this, installation, this.operator);",
    test: 'infra/src/charts/removal-guard.test.ts',
  },
  {
    name: 'cluster-scoped-in-a-role',
    promise: 'An operator of named namespaces can read the kinds without namespaces that its controllers declare.',
    file: 'infra/src/constructs/rbac/operator-rbac.ts',
    find: '  if (clusterScoped.length === 0) return;',
    replace: '  if (clusterScoped.length >= 0) return;',
    test: 'infra/src/constructs/rbac/operator-rbac.test.ts',
  },
  {
    name: 'last-resource-stays-in-use',
    promise: 'An operator can be deleted as soon as the last resource with its finalizers is gone.',
    file: 'operator/runtime/src/manager/in-use.ts',
    find: "if (this.#written !== undefined && this.#written !== '' && this.#text() === '') wait.end();",
    replace: '',
    test: 'operator/runtime/src/manager/in-use.test.ts',
  },
  {
    name: 'finalizer-before-the-mark',
    promise: 'The operator is known to be in use before a resource gets its finalizer.',
    file: 'operator/runtime/src/reconcile/run/finalizers.ts',
    find: '  await run.environment.beforeFinalizer?.(run.owner, run.signal);',
    replace: '  void run.environment.beforeFinalizer?.(run.owner, run.signal);',
    test: 'operator/runtime/src/manager/regression/finalizer-before-mark.test.ts',
  },
  {
    name: 'mark-trusts-a-write-under-way',
    promise: 'The mark that the operator is in use survives a write that says the opposite and is still under way.',
    file: 'operator/runtime/src/manager/in-use.ts',
    find: '    this.#written = undefined;\n    const metadata',
    replace: '    const metadata',
    test: 'operator/runtime/src/manager/in-use.test.ts',
  },
];
