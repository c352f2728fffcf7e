import type { Mutant } from './mutant.ts';

const manager = 'operator/runtime/src/manager';
const cache = 'operator/runtime/src/cache';

/** Mutants of unexpected failures, which must end the process in order. */
export const failureMutants: readonly Mutant[] = [
  {
    name: 'failure-stops-nothing',
    promise: 'An unexpected failure stops the process gracefully, and is logged once.',
    file: `${manager}/failure-stop.ts`,
    find: "stop.abort(new OperatorError('STOPPED', 'go on', { hint }));",
    replace: '',
    test: `${manager}/failure-stop.test.ts`,
  },
  {
    name: 'failure-waits-for-what-has-failed',
    promise: 'After a failure, the process exits even if the stop hangs.',
    file: `${manager}/failure-stop.ts`,
    find: 'process.exit(1);',
    replace: '',
    test: `${manager}/failure-stop.test.ts`,
  },
  {
    name: 'watch-fails-in-silence',
    promise: 'A watch that fails is reported at once.',
    file: `${cache}/caches.ts`,
    find: 'unattended(watch, (error) => this.#options.failed?.(error));',
    replace: 'unattended(watch, () => undefined);',
    test: `${cache}/caches.test.ts`,
  },
  {
    name: 'controllers-are-cut-off-by-one-that-fails',
    promise: 'If one controller fails, the others stop gracefully.',
    file: `${manager}/lead.ts`,
    find: 'allEnd(works, parts.failed)',
    replace: 'Promise.all(works)',
    test: `${manager}/lead.test.ts`,
  },
  {
    name: 'promise-is-hidden-by-void',
    promise: 'Every promise is awaited, or has a handler for its failure.',
    file: 'test/repo/no-unattended-promise.ts',
    find: '\'UnaryExpression[operator="void"] > .argument\': check,',
    replace: '',
    test: 'test/repo/lint.test.ts',
  },
];
