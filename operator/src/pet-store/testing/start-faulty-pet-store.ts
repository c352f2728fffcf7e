import type { FaultyPetStore, FaultyPetStoreOptions } from './faulty-pet-store.ts';

/** Starts a store that can be broken. It keeps its pets in memory. */
export async function startFaultyPetStore(options: FaultyPetStoreOptions = {}): Promise<FaultyPetStore> {
  // Lazy: most tests need no gRPC.
  const { runFaultyPetStore } = await import('./run-faulty-pet-store.ts');
  return runFaultyPetStore(options);
}
