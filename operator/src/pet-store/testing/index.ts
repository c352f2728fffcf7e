/**
 * A pet store for tests, whose calls fail on demand.
 *
 * - `faulty-pet-store`: the interface of a real store with faults; start here
 * - `start-faulty-pet-store`: starts it, also with the pets of the upstream store's tests
 * - `fault`: the faults, and the hooks and stops of calls
 * - `call-book`: records calls, and applies faults, hooks and stops to them
 * - `faulty-service`: implements the faults
 *
 * @module
 */
export type { Fault, Garbage, PetStoreMethod, StoppedCall, StoreCall, StoreHooks } from './fault.ts';
export type { FaultyPetStore, FaultyPetStoreOptions } from './faulty-pet-store.ts';
export { sixPets, startFaultyPetStore } from './start-faulty-pet-store.ts';
