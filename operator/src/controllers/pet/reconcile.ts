import { checkAgain, timestamp, type Action } from '../../index.ts';
import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import type { Pet as StoredPet } from '../../pet-store/client/index.ts';
import { add, takeOver } from './addition.ts';
import { ask } from './ask.ts';
import { isAsWanted, wantedPet } from './desired.ts';
import type { Handles } from './handles.ts';
import { knownOf, type Status, syncedStatus } from './status.ts';

/** Finds the pet in the store by its id and puts it right; where there is none, adds it. */
export async function reconcile(pet: Pet, handles: Handles): Promise<Action> {
  const wanted = wantedPet(pet);
  const id = await idOf(pet, handles);
  const synced = id === undefined ? undefined : await putRight(pet, { ...wanted, id }, handles);
  if (synced === undefined) await add(pet, wanted, handles);
  else handles.status.set(synced);
  // The store tells nobody what others change in it: all Pets look again at the same moment, which takes one look.
  return checkAgain(handles.store.nextLookMs());
}

/** Removes the pet from the store, also one whose addition is open. */
export async function cleanUp(pet: Pet, handles: Handles): Promise<void> {
  const { store, status, events, signal } = handles;
  const id = await idOf(pet, handles);
  if (id === undefined) return;
  await ask({ pet, known: { id }, status }, () => store.delete(id, signal));
  events.normal('Removed', `Removed ${id} from the pet store`);
}

/** The id of the pet: written down, or that of a pet that came of an addition whose id was not written down. */
async function idOf(pet: Pet, handles: Handles): Promise<string | undefined> {
  const { id, adding } = knownOf(pet);
  return adding === undefined ? id : takeOver(pet, adding, handles);
}

/** @returns the status that it leads to; `undefined` if the store does not have the pet */
async function putRight(pet: Pet, wanted: StoredPet, handles: Handles): Promise<Status | undefined> {
  const { store, status, events, clock, signal } = handles;
  const known = { id: wanted.id };
  const held = await ask({ pet, known, status }, () => store.known(signal));
  const written = !isAsWanted(held.get(wanted.id), wanted);
  if (written) {
    // Also where the look did not show the pet: only the store itself can say that it does not have it.
    if (!(await ask({ pet, known, status }, () => store.update(wanted, signal)))) return undefined;
    events.normal('Updated', `Updated ${wanted.name} in the pet store`);
  }
  return syncedStatus(pet, wanted.id, { now: timestamp(clock), written });
}
