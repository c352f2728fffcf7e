import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { timestamp } from '../../index.ts';
import type { NewPet } from '../../pet-store/client/index.ts';
import { ask } from './ask.ts';
import { identityOf, unclaimed } from './desired.ts';
import type { Handles } from './handles.ts';
import { knownOf, syncedStatus, unsyncedStatus } from './status.ts';

const adding = { reason: 'Adding', message: 'The pet store is asked to add the pet.' };

/**
 * Adds a pet to the store, effectively once: what the store is asked for is written down before, and the id after.
 *
 * Should the id get lost in between, because the process ends or the store does not answer in time, the addition stays
 * open, and the next run calls `takeOver`.
 */
export async function add(pet: Pet, wanted: NewPet, handles: Handles): Promise<void> {
  const { store, status, events, clock, signal } = handles;
  // Nothing is begun that a store that is away could not end.
  await ask({ pet, known: knownOf(pet), status }, () => store.known(signal));
  await store.turns.together(identityOf(wanted), async () => {
    const known = { adding: wanted };
    await status.save(unsyncedStatus(pet, known, adding));
    const id = await ask({ pet, known, status }, () => store.add(wanted, signal));
    // Still in its turn: nobody may look for lost pets while nothing says that this one is not lost.
    await status.save(syncedStatus(pet, id, { now: timestamp(clock), written: true }));
    events.normal('Added', `Added ${wanted.name} to the pet store as ${id}`);
  });
}

/**
 * Finds the pet that came of an addition that is open. From then on it is this Pet's.
 *
 * It is one that looks exactly like what was asked for and that no other Pet has. Two that look alike stand for each
 * other: it does not matter which of two Pets gets which, as long as each gets one of its own.
 *
 * @returns its id; `undefined` if nothing came of the addition
 */
export async function takeOver(pet: Pet, asked: NewPet, handles: Handles): Promise<string | undefined> {
  const { store, status, pets, events, signal } = handles;
  const known = { adding: asked };
  const moment = store.moment();
  return store.turns.alone(identityOf(asked), async () => {
    const held = await ask({ pet, known, status }, () => store.seenSince(moment, signal));
    const id = unclaimed(held, asked, pets.listAll());
    if (id === undefined) return undefined;
    await status.save(unsyncedStatus(pet, { id }, adding));
    events.normal('Found', `Found ${asked.name}, who was added before, in the pet store as ${id}`);
    return id;
  });
}
