/**
 * The contract of a pet store: its gRPC messages and calls.
 *
 * - `petstore.proto`: the contract; beside it the files that it imports, and two standard services of gRPC servers
 * - `generated/`: messages and services, which `npm run generate` generates from these files
 * - `wire`: converts between messages and our own types
 *
 * @module
 */
export { file_google_type_date } from './generated/google/type/date_pb.ts';
export {
  file_grpc_health_v1_health,
  Health,
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus,
  HealthCheckResponseSchema,
} from './generated/grpc/health/v1/health_pb.ts';
export {
  file_grpc_reflection_v1_reflection,
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionResponse,
  ServerReflectionResponseSchema,
} from './generated/grpc/reflection/v1/reflection_pb.ts';
export {
  file_grpc_reflection_v1alpha_reflection,
  ServerReflection as ServerReflectionAlpha,
  type ServerReflectionRequest as ServerReflectionAlphaRequest,
} from './generated/grpc/reflection/v1alpha/reflection_pb.ts';
export {
  type AddPetsReq,
  type ChangeSamplerReq,
  type DateRange,
  type DeletePetsReq,
  file_petstore,
  type Pet as WirePet,
  PetSchema as WirePetSchema,
  PetStore as PetStoreService,
  PetType as WirePetType,
  SamplerType,
  type SearchPetsReq,
  type UpdatePetsReq,
} from './generated/petstore_pb.ts';
export { type Fields, petFields, petTypeOf, toWireFilter, wirePetTypes } from './wire.ts';
