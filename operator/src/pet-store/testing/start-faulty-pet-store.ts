import type { PetService } from '../server/pet-service.ts';
import type { PetServer } from '../server/serve-pets.ts';
import type { PetTable } from '../table/pet-table.ts';
import { CallBook } from './call-book.ts';
import type { FaultyPetStore, FaultyPetStoreOptions } from './faulty-pet-store.ts';
import { createFaultyService } from './faulty-service.ts';
import type { Pet } from '../client/index.ts';

/** Starts a store whose calls a test can make fail. Its pets are in memory. */
export async function startFaultyPetStore(options: FaultyPetStoreOptions = {}): Promise<FaultyPetStore> {
  const { address = '127.0.0.1:0', pets = [] } = options;
  // Lazy: most tests that import this folder do not need gRPC.
  const { servePets } = await import('../server/serve-pets.ts');
  const { openPetTable } = await import('../table/pet-table.ts');
  const book = new CallBook();
  const table = openPetTable();
  table.add(pets);
  const breakConnections = async (): Promise<void> => {
    await down();
    await up();
  };
  const around = (service: PetService): PetService => createFaultyService(service, book, breakConnections);
  const serve = (at: string): Promise<PetServer> => servePets({ address: at, table, graceMs: 0, around });
  let server: PetServer | undefined = await serve(address);
  const { address: listens, port } = server;
  const down = async (): Promise<void> => {
    const running = server;
    server = undefined;
    await running?.stop();
  };
  const up = async (): Promise<void> => {
    server ??= await serve(listens);
  };
  return {
    address: listens,
    port,
    get calls() {
      return book.calls;
    },
    forgetCalls: () => book.forget(),
    ...createTableEditor(table),
    fault: (fault) => book.setFault(fault),
    hooks: (hooks) => book.setHooks(hooks),
    stopAt: (when, index) => book.stopAt(when, index),
    down,
    up,
    async restartEmpty() {
      await down();
      table.delete(table.search({}).map(({ id }) => id));
      await up();
    },
    [Symbol.asyncDispose]: down,
  };
}

function createTableEditor(table: PetTable): Pick<FaultyPetStore, 'pets' | 'put' | 'remove'> {
  return {
    pets: () => table.search({}),
    put(...pets) {
      table.delete(pets.map(({ id }) => id));
      table.add(pets);
    },
    remove: (...ids) => table.delete(ids),
  };
}

/** The pets that the upstream store's own tests use, which other tests refer to by index. */
export const sixPets: readonly Pet[] = [
  { id: '0', name: 'Adam', type: 'dog', birthday: { year: 2020, month: 1, day: 1 } },
  { id: '1', name: 'Becky', type: 'cat', birthday: { year: 2020, month: 2, day: 1 } },
  { id: '2', name: 'Calvin', type: 'cat', birthday: { year: 2020, month: 2, day: 2 } },
  { id: '3', name: 'David', type: 'bird', birthday: { year: 2021, month: 2, day: 2 } },
  { id: '4', name: 'Elaine', type: 'reptile', birthday: { year: 2021, month: 2, day: 2 } },
  { id: '5', name: 'Elaine', type: 'reptile', birthday: { year: 2021, month: 2, day: 3 } },
];
