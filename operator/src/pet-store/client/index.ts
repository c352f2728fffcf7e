/**
 * The client of a pet store: all that the Pet operator sees of it.
 *
 * Importing it costs nothing: the machinery of gRPC is loaded by the first call.
 *
 * @module
 */
export { dateText, isCalendarDate, tryParseDate } from '../calendar.ts';
export { connectPetStore } from './connect-pet-store.ts';
export { isPetStoreError, PetStoreError, petStoreReasons, type PetStoreReason } from './pet-store-error.ts';
export { type PetStore, type PetStoreCall, type PetStoreConnection, type PetStoreTls } from './pet-store.ts';
export { type CalendarDate, type NewPet, type Pet, type PetFilter, type PetType, petTypes } from '../pet.ts';
