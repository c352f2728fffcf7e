import type { Mutant } from './mutant.ts';

const client = 'operator/runtime/src/client';
const reconcile = 'operator/runtime/src/reconcile';

/** Mutants of the handling of bad or very large input. */
export const badInputMutants: readonly Mutant[] = [
  {
    name: 'client-shares-one-connection',
    promise: 'Requests and watches do not share one HTTP/2 connection and its memory limit.',
    file: `${client}/pools.ts`,
    find: 'allowH2: false',
    replace: 'allowH2: true',
    test: `${client}/regression/shared-session.test.ts`,
  },
  {
    name: 'client-sends-what-yaml-folds',
    promise: 'Every character of a string is stored unchanged.',
    file: `${client}/http-transport.ts`,
    find: String.raw`/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/`,
    replace: String.raw`/\u007f/`,
    test: `${client}/http-transport.test.ts`,
  },
  {
    name: 'status-cuts-a-character-in-two',
    promise: 'A condition message that is too long is cut between two characters.',
    file: `${reconcile}/status/conditions.ts`,
    find: '.slice(0, 32_768).toWellFormed()',
    replace: '.slice(0, 32_768)',
    test: `${reconcile}/status/regression/cut-message.test.ts`,
  },
  {
    name: 'finalizer-fails-for-a-deleted-object',
    promise: 'An object that is deleted before its finalizer is added causes no failure.',
    file: `${reconcile}/run/finalizers.ts`,
    find: "throw new OperatorError('OWNER_DELETED', 'update its finalizers', { object: keyOf(owner), cause: error });",
    replace: 'throw error;',
    test: `${reconcile}/run/regression/deleted-before-its-finalizer.test.ts`,
  },
  {
    name: 'client-hides-what-it-read-in-vain',
    promise: 'The bytes of a response that is too large count in the metric of received bytes.',
    file: `${client}/whole-answer.ts`,
    find: '      onRead(this.#bytes);\n',
    replace: '',
    test: `${client}/http-transport.test.ts`,
  },
];
