import type { FaultyPetStore, FaultyPetStoreOptions } from './faulty-pet-store.ts';

/** Starts a store with faults, with its pets in memory. */
export async function startFaultyPetStore(options: FaultyPetStoreOptions = {}): Promise<FaultyPetStore> {
  // Lazy: most tests do not need gRPC.
  const { runFaultyPetStore } = await import('./run-faulty-pet-store.ts');
  return runFaultyPetStore(options);
}
