import { readFile } from 'node:fs/promises';

import { defineSettings, durationMs, type ProcessView, type ValuesOf } from '../../../index.ts';
import { connectPetStore } from '../../../pet-store/client/index.ts';
import { shareStore, type SharedStore } from './shared-store.ts';

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
    description: 'PEM file of the certificate authorities that the pet store may have. If absent, those of the image.',
  },
});

/** Makes the one channel to the store. Nothing is sent before the first reconcile. */
export async function openStore(process: ProcessView<ValuesOf<typeof petSettings>>): Promise<SharedStore> {
  const { settings, clock } = process;
  const { petstoreAddress: address, petstoreTls, petstoreCaFile } = settings;
  const ca = petstoreCaFile === undefined ? undefined : await readFile(petstoreCaFile, 'utf8');
  const store = connectPetStore({
    address,
    deadlineMs: durationMs(settings.petstoreTimeout),
    ...((petstoreTls || ca !== undefined) && { tls: ca === undefined ? true : { ca } }),
  });
  return shareStore(store, { clock, resyncMs: durationMs(settings.petstoreResync) });
}
