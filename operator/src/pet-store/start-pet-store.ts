import type { PetServer, ServeOptions } from './server/serve-pets.ts';
import type { PetTable } from './table/index.ts';

/** The options of a store. */
export interface PetStoreOptions extends Omit<ServeOptions, 'table' | 'around' | 'clock'> {
  /** The SQLite file for the pets, created if missing. @default - memory: the pets are lost when the process ends */
  readonly data?: string;
}

/** A running store. Disposing stops it. */
export interface RunningPetStore extends PetServer, AsyncDisposable {}

/**
 * Runs a pet store: the contract `petstore.PetStore` over gRPC, with health checks and reflection.
 *
 * Errors: `SETTINGS_INVALID` if it cannot listen, or cannot open its file.
 */
export async function startPetStore(options: PetStoreOptions = {}): Promise<RunningPetStore> {
  const { data, ...rest } = options;
  // Lazy: SQLite is loaded only for a store that keeps its pets in a file.
  const table =
    data === undefined
      ? (await import('./table/memory-table.ts')).createMemoryTable()
      : (await import('./table/sqlite-table.ts')).openSqliteTable(data);
  try {
    const { servePets } = await import('./server/serve-pets.ts');
    return disposing(await servePets({ ...rest, table }), table);
  } catch (error) {
    table[Symbol.dispose]();
    throw error;
  }
}

/** The store as a disposable. It closes the table after the server has stopped: then no request uses it. */
function disposing(server: PetServer, table: PetTable): RunningPetStore {
  const { address, port } = server;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= server.stop().finally(() => table[Symbol.dispose]()));
  return { address, port, stop, [Symbol.asyncDispose]: stop };
}
