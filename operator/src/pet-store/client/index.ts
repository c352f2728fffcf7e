/**
 * The client of a pet store: all that the Pet operator sees of it.
 *
 * Importing it costs nothing: the machinery of gRPC is loaded by the first call.
 *
 * - `pet-store`: the calls of a store, and how to reach one; start here
 * - `connect-pet-store`: a client of the store at an address
 * - `pet-store-error`, `failures`: why a call failed
 * - `shared-pet-store`: the store as all parts of a process share it
 * - `comeback`: when a store that was away is back
 * - `snapshot`: one search of the whole store, shared by all callers
 * - `turns`: who has to wait for whom, where pets look the same
 * - `read-only`: the store in a dry run
 * - `grpc-pet-store`, `answers`: the calls on the wire, and which answers are believed
 * - `channel`, `sessions`, `connection`: one connection, which heals
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
