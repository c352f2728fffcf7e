import type { Mutant } from './mutant.ts';

const client = 'operator/src/pet-store/client';
const server = 'operator/src/pet-store/server';
const table = 'operator/src/pet-store/table';

/** What the pet store promises to its clients, and its client to the Pet operator. */
export const petStoreMutants: readonly Mutant[] = [
  {
    name: 'store-takes-a-pet-without-a-birthday',
    promise: 'A request that is not valid is refused, and the store lives on (BUG-PS-7).',
    file: `${server}/requests.ts`,
    find: "if (birthday === undefined) throw invalid('cannot have a pet without a birthday');",
    replace: '',
    test: {
      file: `${server}/foreign-client.test.ts`,
      title: 'BUG-PS-7: refuses a pet without a birthday, and lives on',
    },
  },
  {
    name: 'store-searches-untrimmed-names',
    promise: 'Names are looked for as they are stored: without blanks at their ends (BUG-PS-2).',
    file: `${server}/requests.ts`,
    find: 'names: names.map((name) => name.trim()),',
    replace: 'names,',
    test: { file: `${server}/foreign-client.test.ts`, title: 'cuts blanks off names, in pets and in searches' },
  },
  {
    name: 'store-finds-the-last-day',
    promise: 'The end of a range of birthdays is excluded.',
    file: `${table}/memory-table.ts`,
    find: 'dayNumber(birthday) < before',
    replace: 'dayNumber(birthday) <= before',
    test: {
      file: `${table}/pet-table.test.ts`,
      title: 'PS-T3: finds pets by their birthdays, the first day included and the last one not',
    },
  },
  {
    name: 'store-updates-the-known-half',
    promise: 'An update with an unknown id changes nothing.',
    file: `${table}/sqlite-table.ts`,
    find: "if (database.isTransaction) database.exec('ROLLBACK');",
    replace: "if (database.isTransaction) database.exec('COMMIT');",
    test: { file: `${table}/pet-table.test.ts`, title: 'changes nothing if one of the pets to change is unknown' },
  },
  {
    name: 'store-keeps-its-transaction-open',
    promise: 'After an update that failed, everything goes on (BUG-PS-6).',
    file: `${table}/sqlite-table.ts`,
    find: "if (database.isTransaction) database.exec('ROLLBACK');",
    replace: '',
    test: { file: `${table}/pet-table.test.ts`, title: 'BUG-PS-6: goes on working after an update that failed' },
  },
  {
    name: 'store-opens-the-file-of-another',
    promise: 'A file of pets belongs to one process at a time.',
    file: `${table}/sqlite-file.ts`,
    find: 'PRAGMA locking_mode = EXCLUSIVE; ',
    replace: '',
    test: { file: `${table}/sqlite-table.test.ts`, title: 'is for one process at a time' },
  },
  {
    name: 'store-stops-without-a-word',
    promise: 'A store that stops says first that it does not serve any more.',
    file: `${server}/serve-pets.ts`,
    find: '    stopping.abort();\n',
    replace: '',
    test: { file: `${server}/foreign-client.test.ts`, title: 'watches the health of the server until it stops' },
  },
  {
    name: 'store-takes-messages-of-any-size',
    promise: 'A message is bounded, before it is read.',
    file: `${server}/grpc-handler.ts`,
    find: '    readMaxBytes: mostRequestBytes,\n',
    replace: '',
    test: {
      file: `${server}/serve-pets.test.ts`,
      title: 'takes no request of more than 4 MiB, and gives back the largest that it takes',
    },
  },
  {
    name: 'store-tells-clients-its-faults',
    promise: 'A client is told nothing of a fault of ours but that there was one.',
    file: `${server}/request-log.ts`,
    find: '      throw faultOf(error);\n    }\n  };',
    replace: '      throw error;\n    }\n  };',
    test: {
      file: `${server}/serve-pets.test.ts`,
      title: 'has the reason of a fault, of which the client is told nothing',
    },
  },
  {
    name: 'client-waits-for-a-closed-stream',
    promise: 'A call whose stream is closed without an answer fails at once, not at its deadline.',
    file: `${client}/connection.ts`,
    find: "if (!isAnswered) stream.emit('error', unavailable('closed without an answer'));",
    replace: '',
    test: {
      file: `${client}/strange-servers.test.ts`,
      title: 'no answer at once where the stream is closed, for whatever reason',
    },
  },
  {
    name: 'client-loses-refused-requests',
    promise: 'A request that a closing connection refused, and that the store has not seen, is made once more.',
    file: `${client}/channel.ts`,
    find: 'if (!isRefused(error)) throw error;',
    replace: 'throw error;',
    test: {
      file: `${client}/strange-servers.test.ts`,
      title: 'what a request refused by a connection that closes leads to: one more try, and no third one',
    },
  },
  {
    name: 'client-trusts-a-dead-connection',
    promise: 'A connection without anybody at the other end is found before it is used.',
    file: `${client}/connection.ts`,
    find: '    return this.#isAlive();\n',
    replace: '    return true;\n',
    test: { file: `${client}/sessions.test.ts`, title: 'ask an idle connection before they use it' },
  },
  {
    name: 'client-waits-for-a-dead-connection',
    promise: 'A call does not wait for a connection without anybody at the other end.',
    file: `${client}/connection.ts`,
    find: 'this.#stopAsking ??= this.#askLater();',
    replace: '',
    test: { file: `${client}/sessions.test.ts`, title: 'notice while a call waits that nobody is there any more' },
  },
  {
    name: 'client-takes-any-number-of-ids',
    promise: 'An answer that makes no sense is an error, never a result.',
    file: `${client}/answers.ts`,
    find: 'ids.length !== count',
    replace: 'ids.length > count',
    test: {
      file: `${client}/answers.test.ts`,
      title: 'are one for each pet, none of them empty, none of them twice',
    },
  },
  {
    name: 'client-takes-a-fault-for-a-missing-pet',
    promise: 'Only the store itself can say that it does not hold a pet.',
    file: `${client}/failures.ts`,
    find: "if (!metadata.has('grpc-status')) return",
    replace: "if (!metadata.has('grpc-status') && !isUpdate) return",
    test: {
      file: `${client}/failures.test.ts`,
      title: 'is no missing pet unless the store itself says so',
    },
  },
  {
    name: 'client-loads-grpc-at-once',
    promise: 'Who does not call a store does not load gRPC.',
    file: `${client}/connect-pet-store.ts`,
    find: "import { PetStoreError } from './pet-store-error.ts';",
    replace: "import './channel.ts';\nimport { PetStoreError } from './pet-store-error.ts';",
    test: { file: `${client}/connect-pet-store.test.ts`, title: 'loads nothing of gRPC before its first call' },
  },
];
