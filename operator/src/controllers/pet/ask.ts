import { notReady } from '../../index.ts';
import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { isPetStoreError, type PetStoreReason } from '../../pet-store/client/index.ts';
import type { Handles } from './handles.ts';
import { type Known, unsyncedStatus } from './status.ts';

/** The reason of `Synced` and `Ready` for each fault of a store. */
const reasons: Readonly<Record<PetStoreReason, string>> = {
  Unavailable: 'StoreUnavailable',
  Garbage: 'StoreInvalid',
  // The store asks for more than the API server does: it takes another spec.
  Invalid: 'Invalid',
  NotFound: 'NotFound',
};

/**
 * Asks the store. If it fails, the status says so beside what is known of the pet, and it is asked again later.
 *
 * Errors: `NOT_READY` for a fault of the store; anything else as it is.
 */
export async function ask<T>(
  { pet, known, status }: { readonly pet: Pet; readonly known: Known; readonly status: Pick<Handles['status'], 'set'> },
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!isPetStoreError(cause)) throw cause;
    const why = { reason: reasons[cause.reason], message: sentenceOf(cause.message) };
    status.set(unsyncedStatus(pet, known, why));
    throw notReady(why.reason, why.message, { cause });
  }
}

function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
