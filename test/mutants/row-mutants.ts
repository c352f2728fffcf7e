import type { Mutant } from './mutant.ts';

const runtime = 'operator/runtime/src';
const immortal = 'operator/src/apis/immortalcontainer.flugel.it/v1alpha1/immortal-container';

/** Mutants of operator rows that the runtime or one line of a schema keeps. */
export const rowMutants: readonly Mutant[] = [
  {
    name: 'creation-rules-refuse-what-is-stored',
    promise:
      'A validation rule that applies on creation refuses no update of a stored object, which could otherwise never be deleted.',
    row: 'all kinds: rules on creation only',
    file: `${runtime}/api/cel.ts`,
    find: 'rule: `oldSelf.hasValue() || (${rule.rule})`',
    replace: 'rule: rule.rule',
    test: `${runtime}/api/cel.test.ts`,
  },
  {
    name: 'repair-writes-over-a-newer-edit',
    promise: 'Edited ports are repaired only if the object still has the resource version that was read.',
    row: 'all kinds: edited keys of lists',
    file: `${runtime}/reconcile/child/repair.ts`,
    find: '[unchangedSince(live), ...replacements]',
    replace: '[...replacements]',
    test: `${runtime}/reconcile/child/repair.test.ts`,
  },
  {
    name: 'standby-waits-for-the-end-of-a-lease',
    promise: 'A standby acquires the Lease as soon as it is released.',
    row: 'Echo: high availability',
    file: `${runtime}/manager/election/standby.ts`,
    find: '    observation.hear(leaseOf(event));\n    look();\n',
    replace: '    observation.hear(leaseOf(event));\n',
    test: `${runtime}/manager/election/run-election.test.ts`,
  },
  {
    name: 'immortal-needs-no-image',
    promise: 'An ImmortalContainer without an image is refused.',
    row: 'ImmortalContainer: spec',
    file: `${immortal}.ts`,
    find: 'minLength: 1,',
    replace: "minLength: 1, default: 'nginx',",
    test: `${immortal}.test.ts`,
  },
];
