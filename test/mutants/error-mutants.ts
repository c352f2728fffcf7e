import type { Mutant } from './mutant.ts';

const controller = 'operator/src/runtime/controller';
const reconcile = 'operator/src/runtime/reconcile';
const throws = `${controller}/regression/reconcile-throws.test.ts`;

/** Of a reconcile that fails by an error that nobody has to expect. */
export const errorMutants: readonly Mutant[] = [
  {
    name: 'error-is-invisible',
    promise: 'A reconcile that throws says so in Ready.',
    file: `${controller}/reconcile-key.ts`,
    find: 'await teller.tell(error.thrown, !outcome.retry)',
    replace: 'await Promise.resolve(false)',
    test: { file: throws, title: 'is told in Ready, with the first line of its error' },
  },
  {
    name: 'error-is-written-per-try',
    promise: 'An error that comes again is not written again, though its numbers vary.',
    file: `${reconcile}/unexpected.ts`,
    find: "words.replaceAll(varying, '#')",
    replace: 'words',
    test: { file: throws, title: 'writes nothing when only numbers and identifiers in its words vary' },
  },
  {
    name: 'error-alternates-in-the-status',
    promise: 'Of errors that alternate each is written once.',
    file: `${controller}/failures.ts`,
    find: 'if (isNews || this.#words === undefined)',
    replace: 'if (true as boolean)',
    test: { file: throws, title: 'writes once for each error of two that alternate' },
  },
  {
    name: 'error-and-saved-status-take-turns',
    promise: 'A status that is saved in the middle of a run leaves what the runtime says of an error.',
    file: `${reconcile}/handles.ts`,
    find: 'await writeStatus(run, besideError(run, status));',
    replace: 'await writeStatus(run, status);',
    test: { file: throws, title: 'writes nothing per try where it saves a status in its middle' },
  },
  {
    name: 'error-warns-of-nothing',
    promise: 'One Warning event tells of each error.',
    file: `${reconcile}/report.ts`,
    find: 'message }), warns: true, stalls }',
    replace: 'message }), stalls }',
    test: { file: throws, title: 'is told in one Warning event' },
  },
  {
    name: 'error-stands-after-the-next-success',
    promise: 'What was said of an error goes with the next success, also where a controller states no status.',
    file: `${reconcile}/reconcile-object.ts`,
    find: 'value === undefined ? takeBackNotReady(run) : ',
    replace: 'value === undefined ? Promise.resolve(undefined) : ',
    test: { file: throws, title: 'takes it back where the controller states no status' },
  },
  {
    name: 'error-is-forgotten-with-its-success',
    promise: 'An error that comes back after a success is news again.',
    file: `${controller}/settle.ts`,
    find: '  delete memory?.failures;\n',
    replace: '',
    test: { file: throws, title: 'makes the same error news again' },
  },
  {
    name: 'error-repeats-its-stack',
    promise: 'The log has a stack once per error, then one line per change of the wait.',
    file: `${controller}/failures.ts`,
    find: "return isNews ? 'news' : isSlower ? 'slower' : 'same';",
    replace: "return isNews || isSlower ? 'news' : 'same';",
    test: { file: throws, title: 'is told with its stack once, then in one line per change of the wait' },
  },
  {
    name: 'error-is-a-line-per-try',
    promise: 'A try that has failed like the one before, after the same wait, is no line that people see.',
    file: `${controller}/failures.ts`,
    find: 'waitMs === undefined || waitMs !== this.#waitMs',
    replace: 'true',
    test: { file: throws, title: 'is told with its stack once, then in one line per change of the wait' },
  },
  {
    name: 'error-tells-its-secrets',
    promise: 'No status and no event tells what looks like a secret in the words of an error.',
    file: `${reconcile}/unexpected.ts`,
    find: "withoutSecretText(line.replaceAll(unprintable, ' ').trim())",
    replace: "line.replaceAll(unprintable, ' ').trim()",
    test: { file: throws, title: 'tells no secret, and no more than a line holds' },
  },
  {
    name: 'error-blames-a-conflict-on-the-author',
    promise: 'No status tells of a conflict, a change meanwhile, a lost lead, or an API server that does not answer.',
    file: `${reconcile}/unexpected.ts`,
    find: 'if (isOperatorError(error)) return !expected.has(error.code);',
    replace: 'if (isOperatorError(error)) return true;',
    test: { file: throws, title: 'is in no status and in no event' },
  },
  {
    name: 'error-of-a-reconcile-that-never-ends-is-not-told',
    promise: 'That the time of a reconcile is up is told when it is, not when it ends.',
    file: `${controller}/reconcile-key.ts`,
    find: 'const told = within(span, () => teller.tell(signal.reason, false));',
    replace: 'const told = Promise.resolve();',
    test: { file: throws, title: 'is told though it ignores its signal' },
  },
  {
    name: 'error-of-a-late-success-stands',
    promise: 'What was told when the time of a reconcile was up goes if it ends well after all.',
    file: `${controller}/reconcile-key.ts`,
    find: "  if (outcome.result === 'done') await teller.takeBack();\n",
    replace: '',
    test: { file: throws, title: 'takes it back if it ends well after all' },
  },
  {
    name: 'error-of-a-late-success-takes-the-status-with-it',
    promise:
      'A reconcile whose time is up takes back nothing of what it states itself: it runs again, and states it anew.',
    file: `${reconcile}/reconcile-object.ts`,
    find: 'if (value !== undefined) run.signal.throwIfAborted();',
    replace: '',
    test: { file: throws, title: 'runs again if it ends by stating what was stored before' },
  },
  {
    name: 'test-passes-though-its-reconcile-throws',
    promise: 'A test of a controller fails by an error of the reconcile that it does not expect.',
    file: 'operator/src/testing/run-controller/run-controller.ts',
    find: '    if (activity.unexpected !== undefined) throw activity.unexpected;\n  };',
    replace: '  };',
    test: {
      file: 'operator/src/testing/run-controller/run-controller.test.ts',
      title: 'fails settled, whose cause it is, and advance',
    },
  },
];
