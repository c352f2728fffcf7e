import type { Mutant } from './mutant.ts';

const controller = 'operator/runtime/src/controller';

/** Mutants of what authors use: a controller's declaration, and the test kit. */
export const authorMutants: readonly Mutant[] = [
  {
    name: 'refusal-without-retry-is-not-counted',
    promise: 'A refused reconcile that is not retried counts as a terminal error.',
    file: `${controller}/requeue.ts`,
    find: 'if (!isTriedAgain) observer?.terminalError();',
    replace: '',
    test: `${controller}/workers.test.ts`,
  },
  {
    name: 'reconcile-always-has-a-minute',
    promise: 'The timeout of a reconcile is the one that its controller declares.',
    file: `${controller}/reconcile-key.ts`,
    find: 'definition.timeoutMs ?? defaultTimeoutMs',
    replace: 'defaultTimeoutMs',
    test: `${controller}/workers.test.ts`,
  },
  {
    name: 'client-leaves-the-type-out',
    promise: 'The client adds apiVersion and kind to an object that it sends.',
    file: 'operator/runtime/src/client/client.ts',
    find: '({ ...named, ...object })',
    replace: 'object',
    test: 'operator/runtime/src/client/sent.test.ts',
  },
  {
    name: 'run-controller-hides-what-hangs',
    promise: 'A test reports a reconcile that hangs only once.',
    file: 'operator/testing/src/run-controller/run-controller.ts',
    find: 'if (!hasFailed) throw abandoned',
    replace: 'throw abandoned',
    test: 'operator/testing/src/run-controller/run-controller.test.ts',
  },
  {
    name: 'run-controller-takes-any-setting',
    promise: 'A test can give a controller only setting values that a flag could have.',
    file: 'operator/testing/src/run-controller/inject.ts',
    find: '  checkValues(definition, settings);\n',
    replace: '',
    test: 'operator/testing/src/run-controller/run-controller.test.ts',
  },
  {
    name: 'run-controller-forgets-fields',
    promise: 'A test records the log lines of a controller with their fields.',
    file: 'operator/testing/src/recording-logger.ts',
    find: 'fields: { ...common, ...fields }',
    replace: 'fields: {}',
    test: 'operator/testing/src/run-controller/run-controller.test.ts',
  },
  {
    name: 'run-controller-reads-another-sample',
    promise: 'A test reads the sample of a metric with exactly the given labels.',
    file: 'operator/testing/src/run-controller/read-metric.ts',
    find: 'names.every((name) => one[name] === other[name])',
    replace: 'true',
    test: 'operator/testing/src/run-controller/run-controller.test.ts',
  },
  {
    name: 'index-line-names-nobody',
    promise: 'The log line about an index function that throws names its controller and its watch.',
    file: 'operator/runtime/src/cache/indexer.ts',
    find: '      ...this.#whose,\n',
    replace: '',
    test: 'operator/runtime/src/controller/sources.test.ts',
  },
  {
    name: 'run-controller-aborts-at-once',
    promise: 'A test that disposes a controller lets running reconciles finish, as SIGTERM does.',
    file: 'operator/testing/src/run-controller/run-controller.ts',
    find: 'leadAlone(alone)',
    replace: 'controller.run({ signal: stop.signal, assertLeading: () => stop.signal.throwIfAborted() }, stop.signal)',
    test: 'operator/testing/src/run-controller/run-controller.test.ts',
  },
];
