import { readFile } from 'node:fs/promises';

import {
  defineSettings,
  parseDurationMs,
  notReady,
  OperatorError,
  type ProcessView,
  type StatusWriter,
  type ValuesOf,
} from '@kubewright/runtime';
import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { connectPetStore, isPetStoreError, type PetStoreReason } from '../../pet-store/client/index.ts';
import { makeReadOnly } from './read-only.ts';
import { sharePetStore, type SharedPetStore } from './shared-store.ts';
import { type KnownPet, buildUnsyncedStatus } from './status.ts';

/** Settings for the connection to the pet store and for the interval of searches. */
export const petSettings = defineSettings({
  petstoreAddress: {
    type: 'string',
    format: 'address',
    default: 'petstore-service.petstore.svc.cluster.local:6742',
    description: 'Address of the pet store, as host:port.',
  },
  petstoreResync: {
    type: 'string',
    format: 'duration',
    default: '5m',
    description: 'How often the operator searches the whole pet store and repairs changes made there.',
  },
  petstoreTimeout: {
    type: 'string',
    format: 'duration',
    default: '5s',
    description: 'Timeout of a call to the pet store.',
  },
  petstoreTls: { type: 'boolean', default: false, description: 'Use TLS for the pet store.' },
  petstoreCaFile: {
    type: 'string',
    description:
      'PEM file with the certificate authorities of the pet store; implies TLS. It is read again for each connection.',
  },
});

/**
 * Opens the connection to the store that all Pets share. Sends nothing before the first reconcile. Errors:
 * `SETTINGS_INVALID` if `petstoreResync` is too short, or the CA file cannot be read.
 */
export async function openStore(
  process: Omit<ProcessView<ValuesOf<typeof petSettings>>, 'client'>,
): Promise<SharedPetStore> {
  const { settings, clock, dryRun, log } = process;
  const { petstoreAddress: address, petstoreTls, petstoreCaFile } = settings;
  const resyncMs = parseResync(settings.petstoreResync);
  const tls = petstoreCaFile === undefined ? petstoreTls : await createAuthorityReader(petstoreCaFile);
  const store = connectPetStore({
    address,
    deadlineMs: parseDurationMs(settings.petstoreTimeout),
    ...(tls !== false && { tls }),
  });
  log.info('using a pet store', { address, tls: tls !== false });
  return sharePetStore(dryRun ? makeReadOnly(store, log) : store, { clock, resyncMs });
}

/** The minimum time between two searches of the whole store, in milliseconds. */
const closestSearchesMs = 100;

function parseResync(text: string): number {
  const resyncMs = parseDurationMs(text);
  if (resyncMs >= closestSearchesMs) return resyncMs;
  const hint = `${JSON.stringify(text)} is not allowed; use 100ms or more, because each search reads all pets`;
  throw new OperatorError('SETTINGS_INVALID', 'read --petstore-resync (PETSTORE_RESYNC)', { hint });
}

/**
 * Returns a function that reads the CA file again for each connection. While the file is missing, it returns the last
 * content.
 */
async function createAuthorityReader(file: string): Promise<() => Promise<{ readonly ca: string }>> {
  let ca = await readCertificates(file);
  return async () => ({ ca: (ca = await readFile(file, 'utf8').catch(() => ca)) });
}

async function readCertificates(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const hint = `${JSON.stringify(file)} cannot be read; use the path of a PEM file`;
    throw new OperatorError('SETTINGS_INVALID', 'read --petstore-ca-file (PETSTORE_CA_FILE)', { cause, hint });
  }
}

/** The reason of `Synced` and `Ready` for each failure of the store, unless the store rejects the spec. */
const reasons: Readonly<Record<PetStoreReason, string>> = {
  Unavailable: 'StoreUnavailable',
  Garbage: 'StoreInvalid',
  // A store that rejects a search or a deletion does not follow the contract.
  Invalid: 'StoreInvalid',
  NotFound: 'NotFound',
};

interface StoreRequest {
  readonly pet: Pet;
  readonly store: Pick<SharedPetStore, 'recovery'>;
  /** What the status records about the pet. */
  readonly known: KnownPet;
  readonly status: Pick<StatusWriter<NonNullable<Pet['status']>>, 'set'>;
  /** Whether the call contains the spec, so that the store can reject the spec. @default false */
  readonly carriesSpec?: boolean;
}

/**
 * Calls the store. If the call fails, sets a status with the reason, and throws, so that the reconcile is retried. If
 * the store rejects the spec, the Pet waits for a change of the spec instead. A Pet whose call got no response is
 * reconciled as soon as the store answers again (`recovery`). Errors: `NOT_READY` for a failure of the store; any other
 * error unchanged.
 */
export async function ask<T>(
  { pet, store, known, status, carriesSpec = false }: StoreRequest,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!isPetStoreError(cause)) throw cause;
    if (cause.reason === 'Unavailable') store.recovery.addWaiting(pet.metadata);
    const isRejected = cause.reason === 'Invalid' && carriesSpec;
    const why = { reason: isRejected ? 'Invalid' : reasons[cause.reason], message: toSentence(cause.message) };
    status.set(buildUnsyncedStatus(pet, known, why));
    throw notReady(why.reason, why.message, { retry: !isRejected, cause });
  }
}

function toSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
