import { readFile } from 'node:fs/promises';

import { defineSettings, durationMs, OperatorError, type ProcessView, type ValuesOf } from '../../index.ts';
import { connectPetStore, lookOnly, sharePetStore, type SharedPetStore } from '../../pet-store/client/index.ts';

/** Where the pet store is, and how to talk to it. */
export const petSettings = defineSettings({
  petstoreAddress: {
    type: 'string',
    default: 'petstore-service.petstore.svc.cluster.local:6742',
    description: 'Address of the pet store, as host:port.',
  },
  petstoreResync: {
    type: 'string',
    format: 'duration',
    default: '5m',
    description: 'How often the whole pet store is looked at, to put back what was changed there.',
  },
  petstoreTimeout: {
    type: 'string',
    format: 'duration',
    default: '5s',
    description: 'How long a call to the pet store may take.',
  },
  petstoreTls: { type: 'boolean', default: false, description: 'Speak TLS with the pet store.' },
  petstoreCaFile: {
    type: 'string',
    description: 'PEM file of the certificate authorities of the pet store, which then speaks TLS.',
  },
});

/**
 * Makes the one channel to the store. Nothing is sent before the first reconcile.
 *
 * Errors: `SETTINGS_INVALID` for an address that is none, or a file that cannot be read.
 */
export async function openStore(process: ProcessView<ValuesOf<typeof petSettings>>): Promise<SharedPetStore> {
  const { settings, clock, dryRun, log } = process;
  const { petstoreAddress: address, petstoreTls, petstoreCaFile } = settings;
  const ca = petstoreCaFile === undefined ? undefined : await certificatesIn(petstoreCaFile);
  const store = connectPetStore({
    address,
    deadlineMs: durationMs(settings.petstoreTimeout),
    ...(ca !== undefined ? { tls: { ca } } : petstoreTls && { tls: true }),
  });
  return sharePetStore(dryRun ? lookOnly(store, log) : store, { clock, resyncMs: durationMs(settings.petstoreResync) });
}

async function certificatesIn(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const hint = `${JSON.stringify(file)} cannot be read; give the path of a PEM file`;
    throw new OperatorError('SETTINGS_INVALID', 'read --petstore-ca-file (PETSTORE_CA_FILE)', { cause, hint });
  }
}
