import type { Originals } from './original.ts';

/** The ids of the original of the pet store, and the files of ours that test them. */
export const petStore: Originals = {
  name: 'The pet store',
  about:
    'The tests (PS-T) are those of the original store, on its six pets; BUG-PS-6 and BUG-PS-7 are its faults. Each runs on a table in memory and in a file, and over gRPC with a client that knows the contract only by reflection.',
  rows: [
    {
      id: 'PS-T1',
      what: 'TestByNames',
      files: ['operator/src/pet-store/table/pet-table.test.ts', 'operator/src/pet-store/server/foreign-client.test.ts'],
    },
    {
      id: 'PS-T2',
      what: 'TestByTypes',
      files: ['operator/src/pet-store/table/pet-table.test.ts', 'operator/src/pet-store/server/foreign-client.test.ts'],
    },
    {
      id: 'PS-T3',
      what: 'TestByBirthdays',
      files: ['operator/src/pet-store/table/pet-table.test.ts', 'operator/src/pet-store/server/foreign-client.test.ts'],
    },
    {
      id: 'PS-T4',
      what: 'TestDeletePets',
      files: ['operator/src/pet-store/table/pet-table.test.ts', 'operator/src/pet-store/server/foreign-client.test.ts'],
    },
    {
      id: 'PS-T5',
      what: 'TestSearchPets',
      files: ['operator/src/pet-store/table/pet-table.test.ts', 'operator/src/pet-store/server/foreign-client.test.ts'],
    },
    {
      id: 'BUG-PS-6',
      what: 'a failed request blocks the store',
      files: ['operator/src/pet-store/table/pet-table.test.ts', 'operator/src/pet-store/server/foreign-client.test.ts'],
    },
    {
      id: 'BUG-PS-7',
      what: 'outdated search results, and a crash',
      files: ['operator/src/pet-store/table/pet-table.test.ts', 'operator/src/pet-store/server/foreign-client.test.ts'],
    },
  ],
  beyond: [
    'Beyond these: the exact contract (`operator/src/pet-store/contract/contract.test.ts`), the data after SIGKILL (`operator/src/pet-store/table/database.test.ts`), servers that send invalid responses or none (`operator/src/pet-store/client/strange-servers.test.ts`), the command (`operator/src/pet-store/command/main.test.ts`), and the store in a cluster (`test/e2e/pet-store/pet-store.test.ts`).',
  ],
};
