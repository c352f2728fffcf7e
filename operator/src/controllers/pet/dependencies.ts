import { defineDependencies, gaugePerObject, reads, type ContextOf } from '@kubewright/runtime';
import { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { isSynced } from './status.ts';
import { openStore, petSettings } from './store.ts';

export const dependencies = defineDependencies({
  settings: petSettings,
  uses: { store: openStore },
  // All Pets of the cluster, indexed by the ids in their statuses.
  reads: { pets: reads(Pet, { indexes: { byId: (one) => one.status?.id } }) },
  metrics: {
    synced: gaugePerObject<Pet>({
      name: 'pet_synced',
      help: 'Whether the pet in the pet store matches the spec.',
      value: (object) => (isSynced(object) ? 1 : 0),
    }),
  },
});

export type Context = ContextOf<typeof Pet, typeof dependencies>;
