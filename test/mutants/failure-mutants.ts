import type { Mutant } from './mutant.ts';

const manager = 'operator/runtime/src/manager';
const cache = 'operator/runtime/src/cache';

/** What fails though nobody expects it to ends the process in order. */
export const failureMutants: readonly Mutant[] = [
  {
    name: 'failure-stops-nothing',
    promise: 'A failure that nobody expects stops the process in order, with one line.',
    file: `${manager}/failure-stop.ts`,
    find: "stop.abort(new OperatorError('STOPPED', 'go on', { hint }));",
    replace: '',
    test: { file: `${manager}/failure-stop.test.ts`, title: 'is one line, whatever fails after it' },
  },
  {
    name: 'failure-waits-for-what-has-failed',
    promise: 'A stop after a failure has an end.',
    file: `${manager}/failure-stop.ts`,
    find: 'process.exit(1);',
    replace: '',
    test: { file: `${manager}/failure-stop.test.ts`, title: 'ends the process if the stop does not end in time' },
  },
  {
    name: 'watch-fails-in-silence',
    promise: 'A watch that fails is told at once.',
    file: `${cache}/caches.ts`,
    find: 'unattended(watch, (error) => this.#options.failed?.(error));',
    replace: 'unattended(watch, () => undefined);',
    test: {
      file: `${cache}/caches.test.ts`,
      title: 'tell at once of a watch that fails, let the others go on, and reject with it at their end',
    },
  },
  {
    name: 'controllers-are-cut-off-by-one-that-fails',
    promise: 'The others stop in order when one controller fails.',
    file: `${manager}/lead.ts`,
    find: 'allEnd(works, parts.failed)',
    replace: 'Promise.all(works)',
    test: {
      file: `${manager}/lead.test.ts`,
      title: 'has the others stop in order, and ends the process with its error',
    },
  },
  {
    name: 'promise-is-hidden-by-void',
    promise: 'No promise of the runtime is without a handler.',
    file: 'test/repo/no-unattended-promise.ts',
    find: '\'UnaryExpression[operator="void"] > .argument\': check,',
    replace: '',
    test: { file: 'test/repo/lint.test.ts', title: 'reports each that nobody waits for, however it is hidden' },
  },
];
