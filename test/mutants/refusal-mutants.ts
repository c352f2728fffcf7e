import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';
const controller = 'operator/runtime/src/controller';

/** Mutants of how refusals of the cluster are handled and reported. */
export const refusalMutants: readonly Mutant[] = [
  {
    name: 'refusal-takes-a-taken-port-for-a-fault-of-the-spec',
    promise: 'A taken node port is retried: it may become free.',
    row: 'WebServer: node port taken',
    file: `${reconcile}/status/refusal.ts`,
    find: "  if (isPortTaken(error)) return { reason: 'NodePortTaken', message, retry: true };\n",
    replace: '',
    test: `${reconcile}/status/refusal.test.ts`,
  },
  {
    name: 'refusal-says-of-the-new-what-was-true-of-the-old',
    promise: 'If a new generation is refused, the conditions of the previous one keep their observedGeneration.',
    row: 'all kinds: status',
    file: `${reconcile}/status/status.ts`,
    find: 'conditions: [...standing, ...conditions],',
    replace: 'conditions: [...standing.map((each) => ({ ...each, observedGeneration: generation })), ...conditions],',
    test: `${reconcile}/status/regression/refused-generation.test.ts`,
  },
  {
    name: 'refusal-forgets-what-stands',
    promise: 'While the cluster refuses a child, the status of earlier reconciles is kept.',
    row: 'all kinds: refusals',
    file: `${reconcile}/status/report.ts`,
    find: '{ ...own, conditions: [ready] }, withoutReady(own.conditions))',
    replace: '{ ...own, conditions: [ready] })',
    test: `${reconcile}/run/reconcile-object.test.ts`,
  },
  {
    name: 'refusal-stands-after-its-end',
    promise:
      'The Ready condition that the runtime wrote for a refusal is removed after a success, even if the controller sets no status.',
    row: 'all kinds: refusals',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: 'stated === undefined ? clearNotReady(run) : ',
    replace: 'stated === undefined ? Promise.resolve(undefined) : ',
    test: `${reconcile}/status/regression/refusal-is-over.test.ts`,
  },
  {
    name: 'refusal-takes-back-what-was-stated',
    promise: 'A status that a reconcile does not set is kept, unless its Ready is False.',
    row: 'all kinds: status',
    file: `${reconcile}/status/status.ts`,
    find: "if (tryFindCondition(conditions, 'Ready')?.status !== 'False') return undefined;",
    replace: "if (tryFindCondition(conditions, 'Ready') === undefined) return undefined;",
    test: `${reconcile}/status/regression/refusal-is-over.test.ts`,
  },
  {
    name: 'refusal-of-a-status-is-hidden-by-it',
    promise: 'A status that the API server refuses is reported in Ready, and the other stored fields are kept.',
    row: 'all kinds: refusals',
    file: `${reconcile}/status/report.ts`,
    find: 'return writeRefusal(run, undefined, ready);',
    replace: 'throw error;',
    test: `${reconcile}/status/regression/refused-status.test.ts`,
  },
  {
    name: 'refusal-trusts-a-part-of-a-condition',
    promise: 'A refusal is written again if somebody has removed part of a condition.',
    row: 'all kinds: refusals',
    file: `${reconcile}/status/status.ts`,
    find: 'conditions: stored.conditions?.filter(({ type }) => tryFindCondition(ours, type) !== undefined) ?? []',
    replace: 'conditions: ours',
    test: `${reconcile}/status/regression/refused-generation.test.ts`,
  },
  {
    name: 'refusal-comes-again-at-once',
    promise: 'A refused reconcile is retried after one second at first, and then after growing waits.',
    file: `${controller}/requeue.ts`,
    find: 'firstMs: 1_000, ',
    replace: '',
    test: `${controller}/workers.test.ts`,
  },
  {
    name: 'refusal-warns-with-every-try',
    promise: 'A refusal is logged as a warning once, not for each retry.',
    file: `${controller}/log-outcome.ts`,
    find: 'if (isNews) log.warn',
    replace: 'if (isNews || true) log.warn',
    test: `${controller}/workers.test.ts`,
  },
];
