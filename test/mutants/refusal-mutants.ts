import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';
const controller = 'operator/runtime/src/controller';

/** Mutants of how refusals of the cluster are handled and reported. */
export const refusalMutants: readonly Mutant[] = [
  {
    name: 'refusal-takes-a-taken-port-for-a-fault-of-the-spec',
    promise: 'A node port that is taken is waited for: it may become free.',
    row: 'WebServer: node port taken',
    file: `${reconcile}/status/refusal.ts`,
    find: "  if (isPortTaken(error)) return { reason: 'NodePortTaken', message, retry: true };\n",
    replace: '',
    test: `${reconcile}/status/refusal.test.ts`,
  },
  {
    name: 'refusal-says-of-the-new-what-was-true-of-the-old',
    promise: 'What was found out of one generation is not said of the next because that is refused.',
    row: 'all kinds: status',
    file: `${reconcile}/status/status.ts`,
    find: 'conditions: [...standing, ...conditions],',
    replace: 'conditions: [...standing.map((each) => ({ ...each, observedGeneration: generation })), ...conditions],',
    test: `${reconcile}/status/regression/refused-generation.test.ts`,
  },
  {
    name: 'refusal-forgets-what-stands',
    promise: 'What earlier runs have found out stands while the cluster refuses.',
    row: 'all kinds: refusals',
    file: `${reconcile}/status/report.ts`,
    find: '{ ...own, conditions: [ready] }, withoutReady(own.conditions))',
    replace: '{ ...own, conditions: [ready] })',
    test: `${reconcile}/run/reconcile-object.test.ts`,
  },
  {
    name: 'refusal-stands-after-its-end',
    promise: 'What the runtime has said of a refusal is removed with it, also where a controller states no status.',
    row: 'all kinds: refusals',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: 'value === undefined ? clearNotReady(run) : ',
    replace: 'value === undefined ? Promise.resolve(undefined) : ',
    test: `${reconcile}/status/regression/refusal-is-over.test.ts`,
  },
  {
    name: 'refusal-takes-back-what-was-stated',
    promise: 'A status that a run does not state stays, unless it says that the resource is not ready.',
    row: 'all kinds: status',
    file: `${reconcile}/status/status.ts`,
    find: "if (tryFindCondition(conditions, 'Ready')?.status !== 'False') return undefined;",
    replace: "if (tryFindCondition(conditions, 'Ready') === undefined) return undefined;",
    test: `${reconcile}/status/regression/refusal-is-over.test.ts`,
  },
  {
    name: 'refusal-of-a-status-is-hidden-by-it',
    promise: 'A status that its own schema refuses is reported, beside the status as it was.',
    row: 'all kinds: refusals',
    file: `${reconcile}/status/report.ts`,
    find: 'return writeRefusal(run, undefined, ready);',
    replace: 'throw error;',
    test: `${reconcile}/status/regression/refused-status.test.ts`,
  },
  {
    name: 'refusal-trusts-a-part-of-a-condition',
    promise: 'A refusal is written also where somebody has taken a part of a condition.',
    row: 'all kinds: refusals',
    file: `${reconcile}/status/status.ts`,
    find: 'conditions: stored.conditions?.filter(({ type }) => tryFindCondition(ours, type) !== undefined) ?? []',
    replace: 'conditions: ours',
    test: `${reconcile}/status/regression/refused-generation.test.ts`,
  },
  {
    name: 'refusal-comes-again-at-once',
    promise: 'What the cluster refuses is left alone for a second, and then ever longer.',
    file: `${controller}/requeue.ts`,
    find: 'firstMs: 1_000, ',
    replace: '',
    test: `${controller}/workers.test.ts`,
  },
  {
    name: 'refusal-warns-with-every-try',
    promise: 'The log warns of a refusal once, not with every try.',
    file: `${controller}/log-outcome.ts`,
    find: 'if (isNews) log.warn',
    replace: 'if (isNews || true) log.warn',
    test: `${controller}/workers.test.ts`,
  },
];
