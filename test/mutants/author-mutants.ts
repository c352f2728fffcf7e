import type { Mutant } from './mutant.ts';

const controller = 'operator/src/runtime/controller';

/** What the words of an author's declaration and of a test promise. */
export const authorMutants: readonly Mutant[] = [
  {
    name: 'refusal-without-retry-is-not-counted',
    promise: 'A reconcile that is refused and not tried again counts as a terminal error.',
    file: `${controller}/settle.ts`,
    find: 'if (!isTriedAgain) observer?.terminalError();',
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
  {
    name: 'client-leaves-the-type-out',
    promise: 'What a client writes needs neither apiVersion nor kind.',
    file: 'operator/src/runtime/client/client.ts',
    find: '({ ...named, ...object })',
    replace: 'object',
    test: {
      file: 'operator/src/runtime/client/sent.test.ts',
      title: 'what is written needs no type: the client knows that of its kind',
    },
  },
  {
    name: 'run-controller-aborts-at-once',
    promise: 'Disposing a controller of a test lets what runs go on to its end, as SIGTERM does.',
    file: 'operator/src/testing/run-controller/run-controller.ts',
    find: 'leadAlone(alone)',
    replace: 'controller.run({ signal: stop.signal, assertLeading: () => stop.signal.throwIfAborted() }, stop.signal)',
    test: {
      file: 'operator/src/testing/run-controller/run-controller.test.ts',
      title: 'lets what is under way go on to its end and write, and begins nothing',
    },
  },
];
