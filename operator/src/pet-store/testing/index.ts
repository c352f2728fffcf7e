/**
 * A store of pets for tests, which fails as the test says.
 *
 * - `faulty-pet-store`: a real store on a real port, and all that can be done to it; start here
 * - `start-faulty-pet-store`, `run-faulty-pet-store`: how it comes to be
 * - `fault`: what can fail, and where a call can be held
 * - `call-book`: which call it is, and what happens to it
 * - `faulty-service`, `garbage`: how it goes wrong
 * - `six-pets`: the pets that the original store's tests look for
 *
 * @module
 */
export type { Fault, Garbage, PetStoreMethod, StoppedCall, StoreCall, StoreHooks } from './fault.ts';
export type { FaultyPetStore, FaultyPetStoreOptions } from './faulty-pet-store.ts';
export { startFaultyPetStore } from './start-faulty-pet-store.ts';
export { sixPets } from './six-pets.ts';
