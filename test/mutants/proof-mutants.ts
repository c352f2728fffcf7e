import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';

/** Mutants of the comparison that decides whether a child is up to date. */
export const proofMutants: readonly Mutant[] = [
  {
    name: 'child-trusts-its-hash-alone',
    promise: 'Drift is found exactly: a field of ours that somebody else has taken over is restored.',
    file: `${reconcile}/child/child.ts`,
    find: ' || !covers(own.fields, child)',
    replace: '',
    test: `${reconcile}/child/apply-child.test.ts`,
  },
  {
    name: 'child-stays-as-it-was-once-asked-for',
    promise: 'A changed desired state is applied, and fields that are no longer desired are removed.',
    file: `${reconcile}/child/child.ts`,
    find: '  if (live.metadata.annotations?.[hashAnnotation] !== hash) return false;\n',
    replace: '',
    test: `${reconcile}/child/apply-child.test.ts`,
  },
  {
    name: 'hash-depends-on-the-order-of-writing',
    promise: 'The same desired state with another order of fields causes no request.',
    file: `${reconcile}/compare/canonical.ts`,
    find: 'sortedNames(value)',
    replace: 'Object.keys(value)',
    test: `${reconcile}/compare/canonical.test.ts`,
  },
];
