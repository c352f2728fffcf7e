import type { Mutant } from './mutant.ts';

const client = 'operator/runtime/src/client';
const reconcile = 'operator/runtime/src/reconcile';

/** Mutants of the handling of bad or very large input. */
export const badInputMutants: readonly Mutant[] = [
  {
    name: 'client-shares-one-connection',
    promise: 'Calls and watches do not share one connection, and the memory that a session of HTTP/2 has.',
    file: `${client}/http-transport.ts`,
    find: 'allowH2: false',
    replace: 'allowH2: true',
    test: `${client}/regression/shared-session.test.ts`,
  },
  {
    name: 'client-sends-what-yaml-folds',
    promise: 'Every character of a text is stored as it is.',
    file: `${client}/http-transport.ts`,
    find: String.raw`/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g`,
    replace: String.raw`/\u007f/g`,
    test: `${client}/http-transport.test.ts`,
  },
  {
    name: 'status-cuts-a-character-in-two',
    promise: 'A message that is too long for a condition is cut, and still a text.',
    file: `${reconcile}/status/conditions.ts`,
    find: '.slice(0, 32_768).toWellFormed()',
    replace: '.slice(0, 32_768)',
    test: `${reconcile}/status/regression/cut-message.test.ts`,
  },
  {
    name: 'finalizer-fails-for-a-deleted-object',
    promise: 'An object that is deleted before it has its finalizer is no failure.',
    file: `${reconcile}/run/finalizers.ts`,
    find: "throw new OperatorError('OWNER_DELETED', 'update its finalizers', { object: keyOf(owner), cause: error });",
    replace: 'throw error;',
    test: `${reconcile}/run/regression/deleted-before-its-finalizer.test.ts`,
  },
  {
    name: 'client-hides-what-it-read-in-vain',
    promise: 'What was read of an answer that is too large counts in the metric of bytes.',
    file: `${client}/http-transport.ts`,
    find: '      onTooLarge(bytes);\n',
    replace: '',
    test: `${client}/http-transport.test.ts`,
  },
];
