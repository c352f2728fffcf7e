import type { Clock, Events, Reads, StatusWriter } from '../../index.ts';
import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import type { SharedPetStore } from '../../pet-store/client/index.ts';

/** What a reconcile of a Pet has to work with. */
export interface Handles {
  readonly store: SharedPetStore;
  /** All Pets of the cluster, for the ids that they have. */
  readonly pets: Pick<Reads<Pet>, 'listAll'>;
  readonly status: StatusWriter<NonNullable<Pet['status']>>;
  readonly events: Events;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}
