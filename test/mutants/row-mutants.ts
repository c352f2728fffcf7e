import type { Mutant } from './mutant.ts';

const runtime = 'operator/runtime/src';
const immortal = 'operator/src/apis/immortalcontainer.flugel.it/v1alpha1/immortal-container';

/** Of rows of the operators that are kept in the runtime, or by one line of a schema. */
export const rowMutants: readonly Mutant[] = [
  {
    name: 'creation-rules-refuse-what-is-stored',
    promise: 'A rule that came later refuses no object that is stored already, or it could never be deleted.',
    row: 'all kinds: rules on creation only',
    file: `${runtime}/api/cel.ts`,
    find: 'rule: `oldSelf.hasValue() || (${rule.rule})`',
    replace: 'rule: rule.rule',
    test: { file: `${runtime}/api/cel.test.ts`, title: 'lets every object pass that is stored already' },
  },
  {
    name: 'repair-writes-over-a-newer-edit',
    promise: 'Edited ports are put right only as they were looked at.',
    row: 'all kinds: edited keys of lists',
    file: `${runtime}/reconcile/child/repair.ts`,
    find: '[unchangedSince(live), ...replacements]',
    replace: '[...replacements]',
    test: {
      file: `${runtime}/reconcile/child/repair.test.ts`,
      title: 'puts the port right under the resource version that it looked at',
    },
  },
  {
    name: 'standby-waits-for-the-end-of-a-lease',
    promise: 'A standby takes a lease as soon as it is released.',
    row: 'Echo: high availability',
    file: `${runtime}/manager/election/standby.ts`,
    find: '    observation.hear(leaseOf(event));\n    look();\n',
    replace: '    observation.hear(leaseOf(event));\n',
    test: {
      file: `${runtime}/manager/election/run-election.test.ts`,
      title: 'takes over as soon as the lease is released',
    },
  },
  {
    name: 'immortal-needs-no-image',
    promise: 'An ImmortalContainer without an image is refused.',
    row: 'ImmortalContainer: spec',
    file: `${immortal}.ts`,
    find: 'minLength: 1,',
    replace: "minLength: 1, default: 'nginx',",
    test: { file: `${immortal}.test.ts`, title: 'asks for an image and nothing else' },
  },
];
