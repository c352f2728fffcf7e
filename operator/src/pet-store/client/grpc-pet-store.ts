import type { MethodDefinition } from '@grpc/grpc-js';

import { petStoreDefinition } from '../contract/definition.ts';
import { toWireFilter, toWirePet } from '../contract/messages.ts';
import { checkIds, createPetCollector } from './answers.ts';
import { Channel } from './channel.ts';
import { toPetStoreError } from './failures.ts';
import { PetStoreError } from './pet-store-error.ts';
import type { PetStore, PetStoreCall, PetStoreConnection } from './pet-store.ts';

const defaultMaxPets = 250_000;
const { AddPets, UpdatePets, DeletePets, SearchPets } = petStoreDefinition;

/** The implementation of the client that `connectPetStore` returns. */
export function openPetStore(connection: PetStoreConnection): PetStore {
  const { maxPets = defaultMaxPets } = connection;
  const channel = new Channel(connection);
  const close = async (): Promise<void> => channel.close();
  return {
    async add(pets, call) {
      const { ids = [] } = await callUnary(channel, { method: AddPets, request: { pets: pets.map(toWirePet) } }, call);
      return checkIds(ids, pets.length);
    },
    async update(pets, call) {
      await callUnary(channel, { method: UpdatePets, request: { pets: pets.map(toWirePet) } }, call);
    },
    async delete(ids, call) {
      await callUnary(channel, { method: DeletePets, request: { ids } }, call);
    },
    async search(filter = {}, call) {
      const found = createPetCollector(maxPets);
      const question = { method: SearchPets, request: toWireFilter(filter) };
      for await (const pet of streamAnswers(channel, question, call)) found.take(pet);
      return found.pets;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface GrpcRequest<TRequest, TResponse> {
  readonly method: MethodDefinition<TRequest, TResponse>;
  readonly request: TRequest;
}

async function callUnary<TRequest, TResponse>(
  channel: Channel,
  question: GrpcRequest<TRequest, TResponse>,
  call?: PetStoreCall,
): Promise<TResponse> {
  const messages: TResponse[] = [];
  for await (const message of streamAnswers(channel, question, call)) messages.push(message);
  const [message] = messages;
  if (message === undefined) throw new PetStoreError('Garbage');
  return message;
}

/** The messages of the response. Throws: `PetStoreError`, or the reason of the call's signal. */
async function* streamAnswers<TRequest, TResponse>(
  channel: Channel,
  { method, request }: GrpcRequest<TRequest, TResponse>,
  call: PetStoreCall = {},
): AsyncGenerator<TResponse> {
  call.signal?.throwIfAborted();
  try {
    yield* channel.call(method, request, call);
  } catch (error) {
    call.signal?.throwIfAborted();
    throw toPetStoreError(error, method.path);
  }
}
