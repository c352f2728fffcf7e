import type { MethodDefinition } from '@grpc/grpc-js';
import { loadFileDescriptorSetFromObject, loadSync, type MessageTypeDefinition } from '@grpc/proto-loader';

// A JSON module, because a bundle does not include .proto files.
import descriptors from './generated/descriptors.json' with { type: 'json' };
import type { ChangeSamplerReq, Empty, Ids, Pets, SearchPetsReq, WirePet } from './messages.ts';

/** The full name of the service, for health checks. */
export const petStoreName = 'petstore.PetStore';

/** The calls of the contract, with their names as in `petstore.proto`. */
export interface PetStoreDefinition {
  readonly AddPets: MethodDefinition<Pets, Ids>;
  readonly UpdatePets: MethodDefinition<Pets, Empty>;
  readonly DeletePets: MethodDefinition<Ids, Empty>;
  readonly SearchPets: MethodDefinition<SearchPetsReq, WirePet>;
  readonly ChangeSampler: MethodDefinition<ChangeSamplerReq, Empty>;
}

/** The definition with which gRPC serves and calls the service of `petstore.proto`. */
export const petStoreDefinition = loadFileDescriptorSetFromObject(descriptors, { enums: String })[
  petStoreName
] as unknown as PetStoreDefinition;

/**
 * Reads the .proto files of all services of a store, each as a `google.protobuf.FileDescriptorProto`. The descriptors
 * of the loader are not enough: they do not include imported files, without which clients cannot resolve types.
 */
export function readFileDescriptors(): Buffer[] {
  // The gRPC library contains this file.
  const known = loadSync('google/protobuf/descriptor.proto');
  const { serialize } = known['google.protobuf.FileDescriptorProto'] as MessageTypeDefinition<object, object>;
  return descriptors.file.map(serialize);
}
