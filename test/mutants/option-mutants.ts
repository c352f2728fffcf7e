import type { Mutant } from './mutant.ts';

const test = 'infra/src/charts/wrong-props.test.ts';

/** Mutants of the checks of options: a mistake never deploys. */
export const optionMutants: readonly Mutant[] = [
  {
    name: 'a-typo-deploys',
    promise: 'An option that nobody knows is refused, wherever it is.',
    file: 'infra/src/options/schema.ts',
    find: 'z.strictObject(zodsOf(fields)',
    replace: 'z.object(zodsOf(fields)',
    test,
  },
  {
    name: 'one-mistake-at-a-time',
    promise: 'The synth reports everything that is wrong with a construct.',
    file: 'infra/src/plan/faults.ts',
    find: 'of faults) this',
    replace: 'of faults.slice(0, 1)) this',
    test,
  },
  {
    name: 'pods-in-every-namespace',
    promise: 'What an operator may create in every namespace is accepted by name, where an environment asks for that.',
    file: 'infra/src/plan/choose.ts',
    find: '=> !accepted.includes(each)',
    replace: '=> accepted.includes(each)',
    test,
  },
];
