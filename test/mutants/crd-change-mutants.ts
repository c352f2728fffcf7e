import type { Mutant } from './mutant.ts';

/** Mutants of the gate for breaking changes of CRDs. */
export const crdChangeMutants: readonly Mutant[] = [
  {
    name: 'crd-change-forgets-the-items',
    promise: 'A field that is removed from the items of a list is a breaking change.',
    file: 'infra/src/crd-changes/compare-schemas.ts',
    find: 'after: after.items',
    replace: 'after: before.items',
    test: 'infra/src/crd-changes/judged-changes.test.ts',
  },
  {
    name: 'crd-change-takes-narrow-for-wide',
    promise: 'A narrowed limit is a breaking change.',
    file: 'infra/src/crd-changes/compare-values.ts',
    find: 'Math.sign(now.value - old.value) === narrows',
    replace: 'Math.sign(now.value - old.value) !== narrows',
    test: 'infra/src/crd-changes/judged-changes.test.ts',
  },
  {
    name: 'crd-change-judges-what-is-harmless',
    promise: 'A compatible change is never refused: what is accepted works as before.',
    file: 'infra/src/crd-changes/rules.ts',
    find: '[rule, { verdict, why,',
    replace: "[rule, { verdict: rule === 'enum-widened' ? 'breaking' : verdict, why,",
    test: 'infra/src/crd-changes/judged-changes.test.ts',
  },
  {
    name: 'crd-change-decides-any-rule',
    promise: 'A CEL rule that cannot be decided is a breaking change.',
    file: 'infra/src/crd-changes/compare-values.ts',
    find: '\\|\\|[^?]*$/',
    replace: '\\|\\|/',
    test: 'infra/src/crd-changes/compare-crds.test.ts',
  },
  {
    name: 'crd-change-lets-every-version-break',
    promise: 'From 1.0 on, only a new major version may break.',
    file: 'infra/src/crd-changes/release.ts',
    find: 'major === 0 ? minor : 0, 0',
    replace: 'minor, 0',
    test: 'infra/src/crd-changes/release.test.ts',
  },
  {
    name: 'crd-change-writes-what-is-refused',
    promise: 'A refused definition does not become the released one.',
    file: 'infra/src/crd-changes/command.ts',
    find: 'if (refused.length > 0) return 1;',
    replace: 'if (refused.length > 0 && !input.write) return 1;',
    test: 'infra/src/crd-changes/command.test.ts',
  },
  {
    name: 'crd-change-is-not-what-the-server-does',
    promise: 'A change is breaking exactly if something no longer works on the API server.',
    file: 'infra/src/crd-changes/compare-values.ts',
    find: "wasRefused ? 'null-accepted' : 'null-kept'",
    replace: "wasRefused ? 'null-accepted' : 'null-accepted'",
    test: 'test/conformance/crd-changes/judged-changes.test.ts',
  },
];
