import type { Mutant } from './mutant.ts';

const client = 'operator/src/pet-store/client';

const snapshotTest = `${client}/snapshot.test.ts`;
const turnsTest = `${client}/turns.test.ts`;

/** Of the one look at the store, and of the turns, that all Pets share. */
export const petSharingMutants: readonly Mutant[] = [
  {
    name: 'pet-looks-once',
    promise: 'The store is looked at in every round.',
    row: 'Pet: drift',
    file: `${client}/snapshot.ts`,
    find: 'this.#seenIn((look) => look.round === round)',
    replace: 'this.#seenIn((look) => look.round <= round)',
    test: snapshotTest,
  },
  {
    name: 'pet-looks-for-each',
    promise: 'One look serves everybody.',
    row: 'Pet: drift',
    file: `${client}/snapshot.ts`,
    find: 'if (isGood(look) && !look.doubtful) return look.result;',
    replace: 'if (isGood(look) && !look.doubtful) return this.#look();',
    test: snapshotTest,
  },
  {
    name: 'pet-undoes-what-it-did-during-a-look',
    promise: 'What we do shows in a look that goes on meanwhile.',
    row: 'Pet: drift',
    file: `${client}/snapshot.ts`,
    find: 'for (const change of look.changes) change(pets);',
    replace: '',
    test: snapshotTest,
  },
  {
    name: 'pet-trusts-what-is-contradicted',
    promise: 'A store that has lost a pet is looked at again.',
    row: 'Pet: drift',
    file: `${client}/snapshot.ts`,
    find: 'this.#known = undefined;\n    if (this.#looking',
    replace: 'if (this.#looking',
    test: snapshotTest,
  },
  {
    name: 'pet-all-wait-for-a-store-that-is-away',
    promise: 'A store that hangs keeps few waiting.',
    row: 'Pet: calls',
    file: `${client}/snapshot.ts`,
    find: 'if (this.#waiting >= mostWaiting) throw before;',
    replace: '',
    test: snapshotTest,
  },
  {
    name: 'pet-asks-a-store-that-is-away-on-and-on',
    promise: 'A store that is away is asked once a second.',
    row: 'Pet: calls',
    file: `${client}/snapshot.ts`,
    find: 'this.#throwIfJustFailed();',
    replace: '',
    test: snapshotTest,
  },
  {
    name: 'pet-turns-overtake',
    promise: 'Nobody looks for lost pets beside an addition of a pet that looks the same.',
    row: 'Pet: add',
    file: `${client}/turns.ts`,
    find: 'Promise.all([before?.after, ...(before?.together ?? [])])',
    replace: 'Promise.all([before?.after])',
    test: turnsTest,
  },
];
