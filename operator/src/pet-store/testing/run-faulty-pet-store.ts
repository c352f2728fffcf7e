import { type PetServer, servePets } from '../server/serve-pets.ts';
import { createMemoryTable, type PetTable } from '../table/index.ts';
import { CallBook } from './call-book.ts';
import type { FaultyPetStore, FaultyPetStoreOptions } from './faulty-pet-store.ts';
import { faultyService } from './faulty-service.ts';

/** Implements `startFaultyPetStore`. */
export async function runFaultyPetStore(options: FaultyPetStoreOptions): Promise<FaultyPetStore> {
  const { address = '127.0.0.1:0', pets = [] } = options;
  const book = new CallBook();
  const table = createMemoryTable();
  table.add(pets);
  const plan = book.plan(async () => {
    await down();
    await up();
  });
  const serve = (at: string): Promise<PetServer> =>
    servePets({ address: at, table, graceMs: 0, around: (service) => faultyService(service, plan) });
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
    ...editing(table),
    fault: (fault) => book.fault(fault),
    hooks: (hooks) => book.hooks(hooks),
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

function editing(table: PetTable): Pick<FaultyPetStore, 'pets' | 'put' | 'remove'> {
  return {
    pets: () => table.search({}),
    put(...pets) {
      table.delete(pets.map(({ id }) => id));
      table.add(pets);
    },
    remove: (...ids) => table.delete(ids),
  };
}
