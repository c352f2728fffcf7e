import type { Mutant } from './mutant.ts';

const controller = 'operator/runtime/src/controller';

/** Mutants of what authors use: a controller's declaration, and the test kit. */
export const authorMutants: readonly Mutant[] = [
  {
    name: 'refusal-without-retry-is-not-counted',
    promise: 'A reconcile that is refused and not tried again counts as a terminal error.',
    file: `${controller}/requeue.ts`,
    find: 'if (!isTriedAgain) observer?.terminalError();',
    replace: '',
    test: `${controller}/workers.test.ts`,
  },
  {
    name: 'reconcile-always-has-a-minute',
    promise: 'A reconcile may take as long as its controller declares.',
    file: `${controller}/reconcile-key.ts`,
    find: 'definition.timeoutMs ?? defaultTimeoutMs',
    replace: 'defaultTimeoutMs',
    test: `${controller}/workers.test.ts`,
  },
  {
    name: 'client-leaves-the-type-out',
    promise: 'What a client writes needs neither apiVersion nor kind.',
    file: 'operator/runtime/src/client/client.ts',
    find: '({ ...named, ...object })',
    replace: 'object',
    test: 'operator/runtime/src/client/sent.test.ts',
  },
  {
    name: 'run-controller-hides-what-hangs',
    promise: 'What a test says of a reconcile that hangs is said once.',
    file: 'operator/testing/src/run-controller/run-controller.ts',
    find: 'if (!hasFailed) throw abandoned',
    replace: 'throw abandoned',
    test: 'operator/testing/src/run-controller/run-controller.test.ts',
  },
  {
    name: 'run-controller-takes-any-setting',
    promise: 'A test gives a controller only values of settings that a flag could give.',
    file: 'operator/testing/src/run-controller/inject.ts',
    find: '  checkValues(definition, settings);\n',
    replace: '',
    test: 'operator/testing/src/run-controller/run-controller.test.ts',
  },
  {
    name: 'run-controller-forgets-fields',
    promise: 'What a controller logs is recorded with its fields.',
    file: 'operator/testing/src/recording-logger.ts',
    find: 'fields: { ...common, ...fields }',
    replace: 'fields: {}',
    test: 'operator/testing/src/run-controller/run-controller.test.ts',
  },
  {
    name: 'run-controller-reads-another-sample',
    promise: 'A test reads the sample of a metric that has exactly its labels.',
    file: 'operator/testing/src/run-controller/read-metric.ts',
    find: 'names.every((name) => one[name] === other[name])',
    replace: 'true',
    test: 'operator/testing/src/run-controller/run-controller.test.ts',
  },
  {
    name: 'index-line-names-nobody',
    promise: 'The line about an index that fails names its controller and its watch.',
    file: 'operator/runtime/src/cache/indexer.ts',
    find: '      ...this.#whose,\n',
    replace: '',
    test: 'operator/runtime/src/controller/sources.test.ts',
  },
  {
    name: 'run-controller-aborts-at-once',
    promise: 'Disposing a controller of a test lets what runs go on to its end, as SIGTERM does.',
    file: 'operator/testing/src/run-controller/run-controller.ts',
    find: 'leadAlone(alone)',
    replace: 'controller.run({ signal: stop.signal, assertLeading: () => stop.signal.throwIfAborted() }, stop.signal)',
    test: 'operator/testing/src/run-controller/run-controller.test.ts',
  },
];
