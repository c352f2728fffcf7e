import type { Mutant } from './mutant.ts';

/** What the words of an author's declaration and of a test promise. */
export const authorMutants: readonly Mutant[] = [
  {
    name: 'refusal-without-retry-is-not-counted',
    promise: 'A reconcile that is refused and not tried again counts as a terminal error.',
    file: 'operator/src/runtime/controller/settle.ts',
    find: 'else if (!outcome.refusal.retry) observer?.terminalError();',
    replace: '',
    test: {
      file: 'operator/src/runtime/controller/workers.test.ts',
      title: 'is looked at again unless it says that this cannot help; then it counts as terminal',
    },
  },
];
