import { waitForAbort, systemClock } from '@kubewright/runtime/internal/base';
import type { Ids, WirePet } from '../contract/messages.ts';
import type { PetService } from '../server/pet-service.ts';
import { StatusError } from '../server/requests.ts';
import type { CallBook } from './call-book.ts';
import type { Garbage, PetStoreMethod } from './fault.ts';

/** Wraps a service so that `book` records its calls and makes them fail. */
export function createFaultyService(
  service: PetService,
  book: CallBook,
  breakConnections: () => Promise<void>,
): PetService {
  const faulty =
    <TRequest, TResponse>(
      method: PetStoreMethod,
      execute: (request: TRequest, signal: AbortSignal) => TResponse | Promise<TResponse>,
      garble = (response: TResponse, _what: Garbage): TResponse => response,
    ) =>
    async (request: TRequest, signal: AbortSignal): Promise<TResponse> => {
      const { call, fault } = await arrive(book, { method, request, signal });
      const response = await execute(request, signal);
      await rejectOnCancel(signal, book.end(call));
      return fault?.kind === 'garbage' ? garble(response, fault.what) : response;
    };
  return {
    addPets: faulty('AddPets', service.addPets, garbleIds),
    updatePets: faulty('UpdatePets', service.updatePets),
    deletePets: faulty('DeletePets', service.deletePets),
    changeSampler: faulty('ChangeSampler', service.changeSampler),
    async *searchPets(request, signal) {
      const { call, fault } = await arrive(book, { method: 'SearchPets', request, signal });
      const pets: WirePet[] = [];
      for await (const pet of service.searchPets(request, signal)) pets.push(pet);
      await rejectOnCancel(signal, book.end(call));
      if (fault?.kind === 'garbage') yield* pets.flatMap((pet) => garblePets(pet, fault.what));
      else yield* pets.slice(0, fault?.kind === 'mid-stream' ? fault.afterPets : undefined);
      if (fault?.kind !== 'mid-stream' || pets.length <= fault.afterPets) return;
      if (fault.how === 'connection') await breakConnections();
      throw new StatusError('Internal', 'aborted in the middle');
    },
  };
}

interface Arrival {
  readonly method: PetStoreMethod;
  readonly request: unknown;
  readonly signal: AbortSignal;
}

async function arrive(book: CallBook, { method, request, signal }: Arrival) {
  const call = await rejectOnCancel(signal, book.begin(method, request));
  const fault = book.findFault(call);
  if (fault?.kind === 'slow') await rejectOnCancel(signal, systemClock.sleep(fault.delayMs, signal));
  if (fault?.kind === 'hanging') await rejectOnCancel(signal, new Promise<never>(() => undefined));
  if (fault?.kind === 'failing') throw new StatusError(codes[fault.code], fault.message);
  return { call, fault };
}

const codes = { INTERNAL: 'Internal', INVALID_ARGUMENT: 'InvalidArgument', UNAVAILABLE: 'Unavailable' } as const;

/** Settles as `work` does; rejects when the client disconnects. */
function rejectOnCancel<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const left = waitForAbort(signal).then(() => Promise.reject(new StatusError('Canceled', 'the client disconnected')));
  return Promise.race([work, left]);
}

/** Makes the ids in a response invalid. */
function garbleIds({ ids = [] }: Ids, what: Garbage): Ids {
  if (what === 'wrong-count') return { ids: ids.slice(1) };
  return { ids: what === 'empty-id' ? ids.map(() => '') : ids };
}

/** Makes a pet in a response invalid. */
function garblePets(pet: WirePet, what: Garbage): readonly WirePet[] {
  const garbled = {
    'wrong-count': [pet, pet],
    'empty-id': [{ ...pet, id: '' }],
    // The contract has no pet type with this number.
    'unknown-type': [{ ...pet, type: 99 }],
    'impossible-date': [{ ...pet, birthday: { year: 2021, month: 2, day: 30 } }],
  } satisfies Record<Garbage, readonly WirePet[]>;
  return garbled[what];
}
