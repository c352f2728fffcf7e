import type { PetService } from '../server/pet-service.ts';
import type { PetServer } from '../server/serve-pets.ts';
import type { Pet } from '../pet.ts';

/** One call that reached the store. */
export interface StoreCall {
  /** The index of the call, from 0, counted over all methods and restarts. */
  readonly index: number;
  readonly method: 'AddPets' | 'UpdatePets' | 'DeletePets' | 'SearchPets' | 'ChangeSampler';
  /** The request in the JSON form of the contract: `{ pets: [{ name: 'Thor', type: 'PTCanine', birthday: {…} }] }`. */
  readonly request: unknown;
}

/** Callbacks of a test for each call. The store waits for them before it continues. */
export interface StoreHooks {
  /** Called when the store has received the request, and before it executes it. */
  before?(call: StoreCall): Promise<void> | void;
  /**
   * Called when the store has executed the request, and before it responds. A search has found its pets, and sent none.
   */
  after?(call: StoreCall): Promise<void> | void;
}

/** A real store on a real port. A test can record and delay its calls, and change its pets. */
export interface TestPetStore extends AsyncDisposable {
  /** The address as `host:port`, the same after a restart. */
  readonly address: string;
  readonly port: number;
  /** All calls that have arrived, in order. */
  readonly calls: readonly StoreCall[];
  /** Clears the recorded calls. The index of calls continues. */
  forgetCalls(): void;
  /** Sets the callbacks for all calls from now on. @default - none */
  hooks(hooks?: StoreHooks): void;
  /** Returns the pets, in any order, even while the store is down. */
  pets(): readonly Pet[];
  /** Adds or replaces pets, as another client of the store would. Accepts invalid ones. */
  put(...pets: readonly Pet[]): void;
  /** Deletes pets, as another client of the store would. */
  remove(...ids: readonly string[]): void;
  /** Closes all connections and refuses new ones; keeps the pets. */
  down(): Promise<void>;
  /** Accepts connections again, at the same address. */
  up(): Promise<void>;
  /** Stops, deletes all pets, and starts again. */
  restartEmpty(): Promise<void>;
}

/** Starts a store in memory, with these pets, at a free port. */
export async function startTestPetStore(pets: readonly Pet[] = []): Promise<TestPetStore> {
  // Lazy: most tests that import this module do not need gRPC.
  const { servePets } = await import('../server/serve-pets.ts');
  const { openPetTable } = await import('../table/pet-table.ts');
  const calls = new CallRecorder();
  const table = openPetTable();
  table.add(pets);
  const around = (service: PetService): PetService => calls.record(service);
  const serve = (address: string): Promise<PetServer> => servePets({ address, table, graceMs: 0, around });
  let server: PetServer | undefined = await serve('127.0.0.1:0');
  const { address, port } = server;
  const down = async (): Promise<void> => {
    const running = server;
    server = undefined;
    await running?.stop();
  };
  const up = async (): Promise<void> => {
    server ??= await serve(address);
  };
  return {
    ...{ address, port, down, up },
    get calls() {
      return calls.all;
    },
    forgetCalls: () => void (calls.all = []),
    hooks: (hooks = {}) => void (calls.hooks = hooks),
    pets: () => table.search({}),
    put(...some) {
      table.delete(some.map(({ id }) => id));
      table.add(some);
    },
    remove: (...ids) => table.delete(ids),
    async restartEmpty() {
      await down();
      table.delete(table.search({}).map(({ id }) => id));
      await up();
    },
    [Symbol.asyncDispose]: down,
  };
}

class CallRecorder {
  all: StoreCall[] = [];
  hooks: StoreHooks = {};
  #count = 0;

  record(service: PetService): PetService {
    const unary =
      <TRequest, TResponse>(
        method: StoreCall['method'],
        execute: (request: TRequest) => TResponse | Promise<TResponse>,
      ): ((request: TRequest) => Promise<TResponse>) =>
      (request) =>
        this.#around(method, request, () => execute(request));
    return {
      addPets: unary('AddPets', service.addPets),
      updatePets: unary('UpdatePets', service.updatePets),
      deletePets: unary('DeletePets', service.deletePets),
      changeSampler: unary('ChangeSampler', service.changeSampler),
      searchPets: async (request) => this.#around('SearchPets', request, () => service.searchPets(request)),
    };
  }

  async #around<T>(method: StoreCall['method'], request: unknown, execute: () => T | Promise<T>): Promise<T> {
    const call: StoreCall = { index: this.#count++, method, request };
    this.all.push(call);
    await this.hooks.before?.(call);
    const response = await execute();
    await this.hooks.after?.(call);
    return response;
  }
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
