import type { Mutant } from './mutant.ts';

const queue = 'operator/src/runtime/queue';
const controller = 'operator/src/runtime/controller';
const laws = `${queue}/keyed-work-queue-laws.test.ts`;
const handsOut =
  'hands out each key that is asked for, never twice at once, by priority and first come, at the earliest time';

/** Which keys are due, who works on them, and what wakes them. */
export const queueMutants: readonly Mutant[] = [
  {
    name: 'queue-lowers-a-priority',
    promise: 'Of several priorities asked for the highest wins.',
    file: `${queue}/keyed-work-queue.ts`,
    find: 'else if (priority > item.priority) this.#raise(item, priority);',
    replace: 'else this.#raise(item, priority);',
    test: { file: laws, title: handsOut },
  },
  {
    name: 'queue-serves-the-last-first',
    promise: 'Within a priority first come, first served.',
    file: `${queue}/lanes.ts`,
    find: 'const item = this.#lanes[0]?.first;',
    replace: 'const item = this.#lanes[0]?.last;',
    test: { file: laws, title: 'holds up no other of its priority: each is handed out before any comes again' },
  },
  {
    name: 'queue-hands-out-what-fires-first',
    promise: 'Of what becomes due at the same time, the highest priority is handed out first.',
    file: `${queue}/keyed-work-queue.ts`,
    find: '      this.#becomeDue(item);\n    }',
    replace: '      this.#becomeDue(item);\n      this.#serve();\n    }',
    test: { file: laws, title: handsOut },
  },
  {
    name: 'queue-drops-what-waits-for-its-work',
    promise: 'Nothing that is asked for is lost.',
    file: `${queue}/keyed-work-queue.ts`,
    find: "if (item.asked === 'not') this.#items.delete(key);",
    replace: 'this.#items.delete(key);',
    test: { file: laws, title: 'loses nothing: in the end everything is done, and nothing is left in it' },
  },
];
