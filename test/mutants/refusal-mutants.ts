import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';
const controller = 'operator/runtime/src/controller';

/** Of what the cluster does not take, and what is said of it. */
export const refusalMutants: readonly Mutant[] = [
  {
    name: 'refusal-takes-a-taken-port-for-a-fault-of-the-spec',
    promise: 'A node port that is taken is waited for: it may become free.',
    row: 'WebServer: node port taken',
    file: `${reconcile}/status/refusal.ts`,
    find: "  if (isPortTaken(error)) return { reason: 'NodePortTaken', message, retry: true };\n",
    replace: '',
    test: {
      file: `${reconcile}/status/refusal.test.ts`,
      title: 'does not take a node port that is taken for a fault of the spec: it may become free',
    },
  },
  {
    name: 'refusal-says-of-the-new-what-was-true-of-the-old',
    promise: 'What was found out of one generation is not said of the next because that is refused.',
    row: 'all kinds: status',
    file: `${reconcile}/status/status.ts`,
    find: 'conditions: [...standing, ...conditions],',
    replace: 'conditions: [...standing.map((each) => ({ ...each, observedGeneration: generation })), ...conditions],',
    test: {
      file: `${reconcile}/status/regression/refused-generation.test.ts`,
      title: 'leaves what was found out of the one before as it stands, with its generation',
    },
  },
  {
    name: 'refusal-forgets-what-stands',
    promise: 'What earlier runs have found out stands while the cluster refuses.',
    row: 'all kinds: refusals',
    file: `${reconcile}/status/report.ts`,
    find: '{ ...own, conditions: [ready] }, withoutReady(own.conditions))',
    replace: '{ ...own, conditions: [ready] })',
    test: {
      file: `${reconcile}/run/reconcile-object.test.ts`,
      title: 'before the run has found out anything keeps what is stored',
    },
  },
  {
    name: 'refusal-stands-after-its-end',
    promise: 'What the runtime has said of a refusal goes with it, also where a controller states no status.',
    row: 'all kinds: refusals',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: 'value === undefined ? takeBackNotReady(run) : ',
    replace: 'value === undefined ? Promise.resolve(undefined) : ',
    test: {
      file: `${reconcile}/status/regression/refusal-is-over.test.ts`,
      title: 'is taken back by a run that ends well and states nothing',
    },
  },
  {
    name: 'refusal-takes-back-what-was-stated',
    promise: 'A status that a run does not state stays, unless it says that the resource is not ready.',
    row: 'all kinds: status',
    file: `${reconcile}/status/status.ts`,
    find: "if (tryFindCondition(conditions, 'Ready')?.status !== 'False') return undefined;",
    replace: "if (tryFindCondition(conditions, 'Ready') === undefined) return undefined;",
    test: {
      file: `${reconcile}/status/regression/refusal-is-over.test.ts`,
      title: 'stays where later runs state nothing',
    },
  },
  {
    name: 'refusal-of-a-status-is-hidden-by-it',
    promise: 'A status that its own schema refuses is told, beside the status as it was.',
    row: 'all kinds: refusals',
    file: `${reconcile}/status/report.ts`,
    find: 'return writeRefusal(run, undefined, ready);',
    replace: 'throw error;',
    test: {
      file: `${reconcile}/status/regression/refused-status.test.ts`,
      title: 'waits for a change',
    },
  },
  {
    name: 'refusal-trusts-a-part-of-a-condition',
    promise: 'A refusal is written also where somebody has taken a part of a condition.',
    row: 'all kinds: refusals',
    file: `${reconcile}/status/status.ts`,
    find: 'conditions: stored.conditions?.filter(({ type }) => tryFindCondition(ours, type) !== undefined) ?? []',
    replace: 'conditions: ours',
    test: {
      file: `${reconcile}/status/regression/refused-generation.test.ts`,
      title: 'is written also where somebody has taken a part of what stands',
    },
  },
  {
    name: 'refusal-comes-again-at-once',
    promise: 'What the cluster refuses is left alone for a second, and then ever longer.',
    file: `${controller}/requeue.ts`,
    find: 'firstMs: 1_000, ',
    replace: '',
    test: {
      file: `${controller}/workers.test.ts`,
      title: 'that may end by itself is looked at again, first after a second and then at least every 30',
    },
  },
  {
    name: 'refusal-warns-with-every-try',
    promise: 'The log warns of a refusal once, not with every try.',
    file: `${controller}/requeue.ts`,
    find: 'if (isNews) log.warn',
    replace: 'if (isNews || true) log.warn',
    test: {
      file: `${controller}/workers.test.ts`,
      title: 'is told once as a warning, and again when it is another one, or came back',
    },
  },
];
