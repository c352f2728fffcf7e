/**
 * The pet store that the Pet operator uses: a gRPC server, its client, and the command `petstore`.
 *
 * - `start-pet-store`: runs a store in a program or a test
 * - `client/`: the client that the operator uses
 * - `contract/`: `petstore.proto`, the types of its messages, and the service definition for `@grpc/grpc-js`
 * - `server/`: serves the contract, health and reflection
 * - `table/`: stores the pets
 * - `command/`: `petstore serve|add|delete|search`
 * - `pet`, `calendar`, `address`: the types that all of them use
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
