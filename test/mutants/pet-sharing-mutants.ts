import type { Mutant } from './mutant.ts';

const client = 'operator/src/pet-store/client';

const snapshotTest = `${client}/snapshot.test.ts`;
const turnsTest = `${client}/turns.test.ts`;

/** Mutants of what all Pets share: the search of the store, and the turns in which Pets are added. */
export const petSharingMutants: readonly Mutant[] = [
  {
    name: 'pet-looks-once',
    promise: 'The whole store is searched once in every round.',
    row: 'Pet: drift',
    file: `${client}/snapshot.ts`,
    find: 'this.#seenIn((search) => search.round === round)',
    replace: 'this.#seenIn((search) => search.round <= round)',
    test: snapshotTest,
  },
  {
    name: 'pet-looks-for-each',
    promise: 'One search serves all callers.',
    row: 'Pet: drift',
    file: `${client}/snapshot.ts`,
    find: 'if (isGood(search) && !search.doubtful) return search.result;',
    replace: 'if (isGood(search) && !search.doubtful) return this.#search();',
    test: snapshotTest,
  },
  {
    name: 'pet-undoes-what-it-did-during-a-look',
    promise: 'What we do shows in the result of a search that is under way.',
    row: 'Pet: drift',
    file: `${client}/snapshot.ts`,
    find: 'for (const change of search.changes) change(pets);',
    replace: '',
    test: snapshotTest,
  },
  {
    name: 'pet-trusts-what-is-contradicted',
    promise: 'A store that has lost a pet is searched again.',
    row: 'Pet: drift',
    file: `${client}/snapshot.ts`,
    find: 'this.#known = undefined;\n    if (this.#searching',
    replace: 'if (this.#searching',
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
