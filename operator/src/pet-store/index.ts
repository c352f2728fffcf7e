/**
 * The store of pets that the Pet operator needs: a gRPC server, its client, and the command `petstore`.
 *
 * - `start-pet-store`: runs a store, in a program or a test
 * - `client/`: all that the operator sees of a store
 * - `contract/`: the contract on the wire, and the stubs generated from it
 * - `server/`: the contract, health and reflection over HTTP/2
 * - `table/`: where the pets are kept
 * - `command/`: `petstore serve|add|delete|search`
 * - `pet`, `calendar`, `address`: what all of them speak of
 *
 * @module
 */
export { startPetStore, type PetStoreOptions, type RunningPetStore } from './start-pet-store.ts';
export {
  connectPetStore,
  isPetStoreError,
  PetStoreError,
  petStoreReasons,
  petTypes,
  type CalendarDate,
  type NewPet,
  type Pet,
  type PetFilter,
  type PetStore,
  type PetStoreCall,
  type PetStoreConnection,
  type PetStoreReason,
  type PetStoreTls,
  type PetType,
} from './client/index.ts';
