import type { Mutant } from './mutant.ts';

const queue = 'operator/runtime/src/queue';
const controller = 'operator/runtime/src/controller';
const abandoned = `${controller}/abandoned.test.ts`;
const laws = `${queue}/work-queue-laws.test.ts`;
const fairness = `${queue}/fairness.test.ts`;
const handsOut =
  'hands out each key that is asked for, never twice at once, in turn by priority and namespace, at the earliest time';

/** Which keys are due, who works on them, and what wakes them. */
export const queueMutants: readonly Mutant[] = [
  {
    name: 'queue-lowers-a-priority',
    promise: 'Of several priorities asked for the highest wins.',
    file: `${queue}/work-queue.ts`,
    find: 'if (priority > item.priority) this.#raise(item, priority);',
    replace: 'this.#raise(item, priority);',
    test: { file: laws, title: handsOut },
  },
  {
    name: 'queue-serves-the-last-first',
    promise: 'Within a namespace and a priority first come, first served.',
    file: `${queue}/linked-list.ts`,
    find: 'get first(): T | undefined {\n    return this.#first;',
    replace: 'get first(): T | undefined {\n    return this.#last;',
    test: {
      file: fairness,
      title: 'each keep their own keys in the order in which they came, as those do that have none',
    },
  },
  {
    name: 'queue-serves-a-namespace-until-it-is-empty',
    promise: 'Within a priority the namespaces are served in turn.',
    file: `${queue}/rotation.ts`,
    find: 'if (turn.keys.first !== undefined) this.#toTheEnd(turn);',
    replace: '',
    test: {
      file: fairness,
      title: 'are served in turn: a flood of 2,000 in one lets the single one of another wait for one at most',
    },
  },
  {
    name: 'queue-knows-no-namespaces',
    promise: 'A flood in one namespace is one turn of waiting for another.',
    file: `${queue}/work-queue.ts`,
    find: "namespace: parseKey(key).namespace ?? '',",
    replace: "namespace: '',",
    test: {
      file: `${controller}/fairness.test.ts`,
      title: 'lets the single one of another wait for no more of them than there are workers',
    },
  },
  {
    name: 'queue-starves-what-yields',
    promise: 'A lower priority always gets its share.',
    file: `${queue}/lanes.ts`,
    find: 'const isOverdue = lane.passedOver >= maxPassedOver;',
    replace: 'const isOverdue = false as boolean;',
    test: {
      file: fairness,
      title: 'has a bound in keys that are handed out before it, whatever keeps the workers busy all the time',
    },
  },
  {
    name: 'queue-gives-the-share-to-one-priority',
    promise: 'Of several priorities that are passed over each gets its share.',
    file: `${queue}/lanes.ts`,
    find: 'lane.passedOver > (next?.passedOver ?? 0)',
    replace: 'lane.priority > -100',
    test: {
      file: fairness,
      title: 'has a bound in keys that are handed out before it, whatever keeps the workers busy all the time',
    },
  },
  {
    name: 'queue-hands-out-what-fires-first',
    promise: 'Of what becomes due at the same time, the highest priority is handed out first.',
    file: `${queue}/work-queue.ts`,
    find: 'this.#becomeDue(item, item.laterPriority);',
    replace: 'this.#becomeDue(item, item.laterPriority), this.#serve();',
    test: { file: `${queue}/work-queue.test.ts`, title: 'decide between keys that become due at the same time' },
  },
  {
    name: 'queue-forgets-what-waited-for-its-work',
    promise: 'A key that was asked for during its work is still the same key after it.',
    file: `${queue}/work-queue.ts`,
    find: "if (item.asked === 'not') this.#items.delete(key);",
    replace: 'this.#items.delete(key);',
    test: { file: laws, title: handsOut },
  },
  {
    name: 'queue-yields-no-more-once-it-waits',
    promise: 'A time that has not come yet gives no priority to what is due before it.',
    file: `${queue}/work-queue.ts`,
    find: 'item.priority = priority;\n      item.dueSince',
    replace: 'item.priority = Math.max(priority, item.laterPriority);\n      item.dueSince',
    test: { file: laws, title: handsOut },
  },
  {
    name: 'stuck-reconcile-holds-its-worker',
    promise: 'A reconcile that ignores its signal holds its worker for five seconds, and no longer.',
    file: `${controller}/workers.ts`,
    find: 'if (await endsInTime(shift, running.signal, ended)) continue;',
    replace: 'if ((await ended) === undefined) continue;',
    test: { file: abandoned, title: 'holds its worker for 5 s after its time was up, and no longer' },
  },
  {
    name: 'stuck-reconcile-gives-its-key-away',
    promise: 'The key of a reconcile that is abandoned stays in work until it ends.',
    file: `${controller}/workers.ts`,
    find: 'abandon(shift, {',
    replace: 'queue.done(key);\n    abandon(shift, {',
    test: {
      file: abandoned,
      title: 'keeps its key in work until it ends, and what was asked for meanwhile comes then',
    },
  },
  {
    name: 'stuck-reconcile-is-forgotten-at-the-end',
    promise: 'A term is over only when every reconcile has ended.',
    file: `${controller}/workers.ts`,
    find: 'await allEnd([...shift.abandoned]);',
    replace: '',
    test: { file: abandoned, title: 'what was abandoned is waited for, however long it takes' },
  },
  {
    name: 'late-write-is-sent',
    promise: 'Once the signal of a reconcile has aborted, nothing that it asks for is sent.',
    file: 'operator/runtime/src/client/client.ts',
    find: 'signal?.throwIfAborted();',
    replace: '',
    test: {
      file: 'operator/runtime/src/reconcile/run/calls.test.ts',
      title: 'a reconcile that ends well after all writes no status',
    },
  },
  {
    name: 'trigger-tells-after-the-end',
    promise: 'No trigger tells anything once the term is over.',
    file: `${controller}/listen.ts`,
    find: 'if (next.done === true || over.aborted) return;',
    replace: 'if (next.done === true) return;',
    test: {
      file: `${controller}/triggers.test.ts`,
      title: 'nothing more is told, and what was waited for is cleaned up when it comes',
    },
  },
  {
    name: 'trigger-holds-up-the-end',
    promise: 'A trigger that waits for the outside holds up the end of a term for two seconds at most.',
    file: `${controller}/listen.ts`,
    find: 'await endsWithin(clock, closeTimeoutMs, close(iterator, log))',
    replace: '(await close(iterator, log)) === undefined',
    test: {
      file: `${controller}/triggers.test.ts`,
      title: 'a trigger that waits for the outside is abandoned after 2 s',
    },
  },
  {
    name: 'resync-goes-before-changes',
    promise: 'What is looked at though nothing is known to have changed comes behind what has.',
    file: `${controller}/controller.ts`,
    find: 'const behindChanges = -100;',
    replace: 'const behindChanges = 0;',
    test: { file: `${controller}/wakes.test.ts`, title: 'comes behind what changes meanwhile' },
  },
  {
    name: 'predicate-is-not-asked',
    promise: 'A change of what stays wakes nobody if `when` says that it does not matter.',
    file: `${controller}/sources.ts`,
    find: 'matters = !stays || when(before, after);',
    replace: 'matters = true;',
    test: {
      file: `${controller}/wakes.test.ts`,
      title: 'of the resources themselves holds back changes that do not matter',
    },
  },
];
