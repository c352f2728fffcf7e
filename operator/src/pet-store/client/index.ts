/**
 * The client of a pet store: all calls of the Pet operator.
 *
 * The first call loads the gRPC library, so importing this folder is cheap.
 *
 * - `pet-store`: the calls of a store, and the options of a connection; start here
 * - `connect-pet-store`: creates a client of the store at an address
 * - `answers`: the validation of responses
 * - `pet-store-error`, `failures`: why a call failed
 * - `channel`: one connection, which is opened again when it breaks
 *
 * @module
 */
export { formatDate, isCalendarDate, tryParseDate } from '../calendar.ts';
export { connectPetStore } from './connect-pet-store.ts';
export { isPetStoreError, PetStoreError, petStoreReasons, type PetStoreReason } from './pet-store-error.ts';
export { type PetStore, type PetStoreCall, type PetStoreConnection, type PetStoreTls } from './pet-store.ts';
export { type CalendarDate, type NewPet, type Pet, type PetFilter, type PetType, petTypes } from '../pet.ts';
