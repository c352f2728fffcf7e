import type { Mutant } from './mutant.ts';

const controller = 'operator/src/runtime/controller';

/** What the words of an author's declaration and of a test promise. */
export const authorMutants: readonly Mutant[] = [
  {
    name: 'refusal-without-retry-is-not-counted',
    promise: 'A reconcile that is refused and not tried again counts as a terminal error.',
    file: `${controller}/settle.ts`,
    find: 'else if (!outcome.refusal.retry) observer?.terminalError();',
    replace: '',
    test: {
      file: `${controller}/workers.test.ts`,
      title: 'is looked at again unless it says that this cannot help; then it counts as terminal',
    },
  },
  {
    name: 'reconcile-always-has-a-minute',
    promise: 'A reconcile may take as long as its controller declares.',
    file: `${controller}/reconcile-key.ts`,
    find: 'definition.timeoutMs ?? defaultTimeoutMs',
    replace: 'defaultTimeoutMs',
    test: {
      file: `${controller}/workers.test.ts`,
      title: 'because its time was up is told by its signal, counted, and tried again',
    },
  },
];
