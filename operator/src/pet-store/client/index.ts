/**
 * The client of a pet store: the Pet operator's whole interface to it.
 *
 * Importing it is cheap: the gRPC library is loaded by the first call.
 *
 * - `pet-store`: the calls of a store, and the options of a connection; start here
 * - `connect-pet-store`: a client of the store at an address
 * - `pet-store-error`, `failures`: why a call failed
 * - `shared-pet-store`: the store as all parts of a process share it
 * - `comeback`: enqueues waiting Pets when the store answers again
 * - `snapshot`: one search of the whole store, shared by all callers
 * - `turns`: a lock per key, for calls about equal pets
 * - `read-only`: the store in a dry run
 * - `grpc-pet-store`, `answers`: the calls on the wire, and the validation of responses
 * - `channel`, `sessions`, `connection`: one connection, which is reopened when it breaks
 * - `linked-signal`: an abort signal that drops its listeners when the call ends
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
