import { describe, expect, it } from 'vitest';

import { Pet } from '../../../operator/src/kubewright.ts';
import type { Scope } from '../../support/scope.ts';
import { createAs } from '../support/create-as.ts';
import { createMark, listRequests, listWrites } from '../support/requests.ts';
import { awaitIdle, awaitSettled } from '../support/await-settled.ts';
import {
  countCalls,
  finalizer,
  untilDeleted,
  upstreamFinalizer,
  listStoredPets,
  awaitPetReady,
  storedThor,
  storedTron,
  thor,
  tron,
  usePets,
} from './pets.ts';

/** Pets of the upstream operator, and their ids. Most have a pet in the store. */
const left = {
  /** The Pet is in sync with the store. */
  kept: { spec: thor, id: 'kept-id' },
  /**
   * The store lost its pet in a restart: the upstream operator would have added it again at the next event of the Pet.
   */
  lost: { spec: { ...tron, name: 'Lost' }, id: 'lost-id' },
  /** The Pet was renamed, and the upstream operator added another pet for the new name. */
  renamed: { spec: { ...thor, name: 'Thorbert' }, id: 'renamed-id' },
  /** The Pet also has a finalizer of another client. */
  shared: { spec: { ...thor, name: 'Shared' }, id: 'shared-id' },
  /** The Pet was deleted while no operator ran. */
  leaving: { spec: { ...thor, name: 'Leaving' }, id: 'leaving-id' },
  /** The upstream operator added the pet, but could not write its id into the status. */
  unknown: { spec: { ...thor, name: 'Unknown' }, id: undefined },
} as const;
const orphan = { ...storedThor, id: 'orphan-of-renamed' };
const foreign = 'example.com/kept';

/** Creates the Pets of `left` as users do, and adds finalizers and ids by merge patches, like the upstream operator. */
async function setUp({ client, namespace }: Pick<Scope, 'client' | 'namespace'>): Promise<void> {
  const pets = client.resource(Pet);
  for (const [name, { spec, id }] of Object.entries(left)) {
    const { metadata } = await createAs(client, 'kubectl-create', {
      kind: Pet,
      body: { metadata: { namespace, name }, spec },
    });
    const finalizers = name === 'shared' ? [foreign, upstreamFinalizer] : [upstreamFinalizer];
    await pets.mergePatch(metadata, { metadata: { finalizers } }, { fieldManager: 'manager' });
    if (id !== undefined) {
      await pets.mergePatch(metadata, { status: { id } }, { fieldManager: 'manager', subresource: 'status' });
    }
  }
  await pets.delete({ namespace, name: 'leaving' }, { propagation: 'Background' });
}

const { scope, store } = usePets({
  before: async (place) => {
    const { kept, renamed, shared, leaving } = left;
    const held = [kept, renamed, shared, leaving].map(({ spec, id }) => ({ ...storedThor, name: spec.name, id }));
    store().put(...held, orphan);
    await setUp(place);
  },
});

describe('a Pet of the upstream operator', () => {
  it('is adopted: its pet stays as it is, and one patch replaces the finalizer', async () => {
    const object = await awaitPetReady(scope(), 'kept');
    expect(object.status?.id).toBe('kept-id');
    expect(object.metadata.finalizers).toEqual([finalizer]);
    await awaitIdle(scope());
    const writes = listWrites(await listRequests(scope())).filter((write) => write.includes('/kept'));
    expect(writes).toEqual(['patch pets/kept 200', 'patch pets/kept/status 200']);
    expect(
      listStoredPets(store(), 'Thor')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['kept-id', orphan.id]);
    const asked = store().calls.map(({ request }) => JSON.stringify(request));
    expect(asked.filter((request) => request.includes('kept-id'))).toEqual([]);
  });

  it('PS-A5 is added again if the store has lost its pet', async () => {
    const { status } = await awaitPetReady(scope(), 'lost');
    expect(listStoredPets(store(), 'Lost')).toEqual([{ ...storedTron, name: 'Lost', id: status?.id }]);
  });

  it('BUG-PS-1 keeps its present pet if it was renamed, and the pet of its old name is not touched', async () => {
    expect((await awaitPetReady(scope(), 'renamed')).status?.id).toBe('renamed-id');
    expect(listStoredPets(store())).toContainEqual(orphan);
  });

  it('BUG-PS-3 is added if its status has no id', async () => {
    const { status } = await awaitPetReady(scope(), 'unknown');
    expect(listStoredPets(store(), 'Unknown').map(({ id }) => id)).toEqual([status?.id]);
  });

  it('is removed with its pet if it was deleted while no operator ran', async () => {
    await untilDeleted(scope(), 'leaving');
    expect(listStoredPets(store(), 'Leaving')).toEqual([]);
  });

  it('BUG-PS-9 keeps the finalizers of others, in their order', async () => {
    expect((await awaitPetReady(scope(), 'shared')).metadata.finalizers).toEqual([foreign, finalizer]);
  });

  it('causes no writes once it is adopted', async () => {
    await awaitSettled(scope());
    store().forgetCalls();
    const since = await createMark(scope());
    await awaitSettled(scope());
    const writes = listWrites(await listRequests(scope(), since)).filter((write) => !write.includes('witness-'));
    expect(writes).toEqual([]);
    expect(countCalls(store(), 'UpdatePets', 'DeletePets')).toBe(0);
  });
});
