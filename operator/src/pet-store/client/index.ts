/**
 * The client of a pet store: all that the Pet operator uses of a store.
 *
 * The gRPC library is loaded by the first call, so importing this folder is cheap.
 *
 * - `pet-store`: the calls of a store, and the options of a connection; start here
 * - `connect-pet-store`: creates a client of the store at an address
 * - `pet-store-error`, `failures`: why a call failed
 * - `shared-pet-store`: one client and its caches, shared by all parts of a process
 * - `comeback`: enqueues waiting Pets when the store answers again
 * - `snapshot`: one search of the whole store, shared by all callers
 * - `turns`: a lock per key, for calls about equal pets
 * - `read-only`: the store in a dry run
 * - `grpc-pet-store`, `answers`: gRPC calls, and the validation of their responses
 * - `channel`, `sessions`, `connection`: one connection, which is reopened when it breaks
 * - `linked-signal`: an AbortSignal that removes its listeners when the call ends
 *
 * @module
 */
export { dateText, isCalendarDate, tryParseDate } from '../calendar.ts';
export { connectPetStore } from './connect-pet-store.ts';
export { readOnly } from './read-only.ts';
export { isPetStoreError, PetStoreError, petStoreReasons, type PetStoreReason } from './pet-store-error.ts';
export { type PetStore, type PetStoreCall, type PetStoreConnection, type PetStoreTls } from './pet-store.ts';
export { sharePetStore, type SharedPetStore } from './shared-pet-store.ts';
export { type Holdings } from './snapshot.ts';
export { type CalendarDate, type NewPet, type Pet, type PetFilter, type PetType, petTypes } from '../pet.ts';
