import { requeueAfter, formatTimestamp, type Action } from '@kubewright/runtime';
import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import type { NewPet, Pet as StoredPet } from '../../pet-store/client/index.ts';
import type { Context } from './dependencies.ts';
import { hasFirstRight, formatIdentity, isAsWanted, findUnclaimed, toNewPet } from './desired.ts';
import { readKnown, type Status, buildSyncedStatus, buildUnsyncedStatus } from './status.ts';
import { ask } from './store.ts';

/** Updates the pet in the store by its id, or adds it. */
export async function reconcile(pet: Pet, context: Context): Promise<Action> {
  const wanted = toNewPet(pet);
  const id = await ensureId(pet, context);
  const synced = id === undefined ? undefined : await update(pet, { ...wanted, id }, context);
  if (synced === undefined) await add(pet, wanted, context);
  else context.status.set(synced);
  // The store cannot be watched. All Pets are reconciled again at the same time, so that one search serves them all.
  return requeueAfter(context.store.nextSearchMs());
}

/** Removes the pet from the store, including one whose addition is pending. */
export async function cleanUp(pet: Pet, context: Context): Promise<void> {
  const { store, status, events, signal } = context;
  const id = await ensureId(pet, context);
  if (id === undefined) return;
  await ask({ pet, store, known: { id }, status }, () => store.delete(id, signal));
  events.normal('Removed', `Removed pet ${formatName(pet)} (${id}) from the pet store`);
}

/** Formats the name for messages. A Pet that was stored before the CRD required a spec may not have one. */
function formatName(pet: { readonly spec?: Pick<Pet['spec'], 'name'> }): string {
  return pet.spec?.name ?? 'without a name';
}

/** Returns the id of the pet: from the status, or from a pending addition; `undefined` without both. */
async function ensureId(pet: Pet, context: Context): Promise<string | undefined> {
  const { id, adding } = readKnown(pet);
  if (adding !== undefined) return takeOver(pet, adding, context);
  return id !== undefined && hasFirstRight(pet, context.pets.by('byId', id)) ? id : undefined;
}

/**
 * Updates the pet.
 *
 * @returns the new status; `undefined` if the store does not have the pet
 */
async function update(pet: Pet, wanted: StoredPet, context: Context): Promise<Status | undefined> {
  const { store, status, events, clock, signal } = context;
  const known = { id: wanted.id };
  const held = await ask({ pet, store, known, status }, () => store.getKnown(signal));
  const written = !isAsWanted(held.get(wanted.id), wanted);
  if (written) {
    // Also sends the update if the search did not return the pet, because only the store itself knows whether the pet
    // exists.
    if (!(await ask({ pet, store, known, status, carriesSpec: true }, () => store.update(wanted, signal))))
      return undefined;
    events.normal('Updated', `Updated pet ${wanted.name} (${wanted.id}) in the pet store`);
  }
  return buildSyncedStatus(pet, wanted.id, { now: formatTimestamp(clock), written });
}

const adding = { reason: 'Adding', message: 'The pet is being added to the pet store.' };

/**
 * Adds a pet to the store, effectively once: the status records the addition before the call, and the id after it. If
 * the id is lost in between, because the process ends or the store times out, the addition stays pending, and the next
 * reconcile finds it with `takeOver`.
 */
async function add(pet: Pet, wanted: NewPet, context: Context): Promise<void> {
  const { store, status, events, clock, signal } = context;
  // Throws before the addition begins, if the store is down.
  await ask({ pet, store, known: readKnown(pet), status }, () => store.getKnown(signal));
  await store.turns.together(formatIdentity(wanted), async () => {
    const known = { adding: wanted };
    await status.save(buildUnsyncedStatus(pet, known, adding));
    const id = await ask({ pet, store, known, status, carriesSpec: true }, () => store.add(wanted, signal));
    // Within the lock, because no other Pet may search for the pet of a pending addition before this id is stored.
    await status.save(buildSyncedStatus(pet, id, { now: formatTimestamp(clock), written: true }));
    events.normal('Added', `Added pet ${wanted.name} (${id}) to the pet store`);
  });
}

/**
 * Finds the pet of a pending addition, which then belongs to this Pet. It may be any pet that equals the added one and
 * that no other Pet has: equal pets are interchangeable, so two Pets may get each other's pet, but never the same one.
 * @returns its id; `undefined` if the store has not added the pet
 */
async function takeOver(pet: Pet, asked: NewPet, context: Context): Promise<string | undefined> {
  const { store, status, pets, events, signal } = context;
  const known = { adding: asked };
  const moment = store.getMoment();
  return store.turns.alone(formatIdentity(asked), async () => {
    const held = await ask({ pet, store, known, status }, () => store.getSeenSince(moment, signal));
    const id = findUnclaimed(held, asked, pets.listAll());
    if (id === undefined) return undefined;
    await status.save(buildUnsyncedStatus(pet, { id }, adding));
    events.normal('Found', `Found pet ${asked.name} (${id}) in the pet store: an earlier attempt added it`);
    return id;
  });
}
