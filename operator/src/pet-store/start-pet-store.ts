import type { PetServer, ServerOptions } from './server/serve-pets.ts';

/** The options of a store. */
export interface PetStoreOptions extends ServerOptions {
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
  // Lazy, because a program that only uses the client needs neither gRPC's server nor SQLite.
  const { openPetTable } = await import('./table/pet-table.ts');
  const { servePets } = await import('./server/serve-pets.ts');
  const table = openPetTable(data);
  const server = await servePets({ ...rest, table }).catch((error: unknown) => {
    table[Symbol.dispose]();
    throw error;
  });
  let stopped: Promise<void> | undefined;
  // Disposes the table after the server has stopped, when no request uses it any more.
  const stop = (): Promise<void> => (stopped ??= server.stop().finally(() => table[Symbol.dispose]()));
  return { address: server.address, port: server.port, stop, [Symbol.asyncDispose]: stop };
}
