import { notReady } from '../../index.ts';
import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { isPetStoreError, type PetStoreReason } from '../../pet-store/client/index.ts';
import type { Handles } from './handles.ts';
import { type Known, unsyncedStatus } from './status.ts';

/** The reason of `Synced` and `Ready` for each fault of a store that the spec has no part in. */
const reasons: Readonly<Record<PetStoreReason, string>> = {
  Unavailable: 'StoreUnavailable',
  Garbage: 'StoreInvalid',
  // No pet store may refuse to be looked at, or to forget a pet.
  Invalid: 'StoreInvalid',
  NotFound: 'NotFound',
};

interface Question {
  readonly pet: Pet;
  /** What is known of the pet in the store by now. */
  readonly known: Known;
  readonly status: Pick<Handles['status'], 'set'>;
  /** Whether the store is told what the spec asks for, so that it can refuse that. @default false */
  readonly carriesSpec?: boolean;
}

/**
 * Asks the store. If it fails, the status says so beside what is known of the pet, and it is asked again later; unless it
 * refuses what the spec asks for: then another spec is waited for.
 *
 * Errors: `NOT_READY` for a fault of the store; anything else as it is.
 */
export async function ask<T>(
  { pet, known, status, carriesSpec = false }: Question,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!isPetStoreError(cause)) throw cause;
    const isRefused = cause.reason === 'Invalid' && carriesSpec;
    const why = { reason: isRefused ? 'Invalid' : reasons[cause.reason], message: sentenceOf(cause.message) };
    status.set(unsyncedStatus(pet, known, why));
    throw notReady(why.reason, why.message, { retry: !isRefused, cause });
  }
}

function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
