import type { Mutant } from './mutant.ts';

const controller = 'operator/src/controllers/pet';

const snapshotTest = `${controller}/snapshot.test.ts`;
const turnsTest = `${controller}/turns.test.ts`;

/** Mutants of what all Pets share: the search of the store, and the turns in which Pets are added. */
export const petSharingMutants: readonly Mutant[] = [
  {
    name: 'pet-looks-once',
    promise: 'The whole store is searched once per resync.',
    row: 'Pet: drift',
    file: `${controller}/snapshot.ts`,
    find: 'this.#seenIn((search) => search.round === round)',
    replace: 'this.#seenIn((search) => search.round <= round)',
    test: snapshotTest,
  },
  {
    name: 'pet-looks-for-each',
    promise: 'One search serves all concurrent callers.',
    row: 'Pet: drift',
    file: `${controller}/snapshot.ts`,
    find: 'if (isGood(search) && !search.doubtful) return search.result;',
    replace: 'if (isGood(search) && !search.doubtful) return this.#search();',
    test: snapshotTest,
  },
  {
    name: 'pet-undoes-what-it-did-during-a-look',
    promise: 'The result of a search includes our own writes during the search.',
    row: 'Pet: drift',
    file: `${controller}/snapshot.ts`,
    find: 'for (const change of search.changes) change(pets);',
    replace: '',
    test: snapshotTest,
  },
  {
    name: 'pet-trusts-what-is-contradicted',
    promise: 'If an update shows that the store has lost a pet, the store is searched again.',
    row: 'Pet: drift',
    file: `${controller}/snapshot.ts`,
    find: 'this.#known = undefined;\n    if (this.#searching',
    replace: 'if (this.#searching',
    test: snapshotTest,
  },
  {
    name: 'pet-all-wait-for-a-store-that-is-away',
    promise: 'Only a few callers wait for a store that hangs; the calls of all others fail at once.',
    row: 'Pet: calls',
    file: `${controller}/snapshot.ts`,
    find: 'if (this.#waiting >= mostWaiting) throw before;',
    replace: '',
    test: snapshotTest,
  },
  {
    name: 'pet-asks-a-store-that-is-away-on-and-on',
    promise: 'A store that is down is searched at most once a second.',
    row: 'Pet: calls',
    file: `${controller}/snapshot.ts`,
    find: 'this.#throwIfJustFailed();',
    replace: '',
    test: snapshotTest,
  },
  {
    name: 'pet-turns-overtake',
    promise: 'No Pet searches for a lost pet while an equal pet is being added.',
    row: 'Pet: add',
    file: `${controller}/turns.ts`,
    find: 'Promise.all([before?.after, ...(before?.together ?? [])])',
    replace: 'Promise.all([before?.after])',
    test: turnsTest,
  },
];
