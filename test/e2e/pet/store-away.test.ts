import { afterEach, describe, expect, it } from 'vitest';

import { Pet } from '../../../operator/src/kubewright.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { until } from '../../support/until.ts';
import { computeKstatus } from '../../support/kstatus.ts';
import { fetchMetrics, listSamples } from '../support/operator-process.ts';
import { createMark, listRequests, listWrites } from '../support/requests.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { listWarnings } from '../support/events-about.ts';
import {
  countCalls,
  untilDeleted,
  createReady,
  awaitPetNotReady,
  type PetResource,
  listStoredPets,
  awaitPetReady,
  deletePet,
  getPet,
  storedThor,
  thor,
  usePets,
} from './pets.ts';

/** Short, so that the operator soon notices changes in the store. In milliseconds. */
const resyncMs = 800;

describe('a store that is down', () => {
  const { scope, store } = usePets({
    // A long timeout, because the store runs in this process, which may stall: a slow store is not down.
    settings: { petstoreResync: `${String(resyncMs)}ms`, petstoreTimeout: '30s' },
  });

  afterEach(async () => {
    await store().up();
    // Waits, because the next test might otherwise see the condition of a Pet that still recovers from this one.
    await until('every Pet is Ready and in the store', async () => (await listPets()).every(isReadyInStore));
  });

  async function listPets(): Promise<readonly PetResource[]> {
    return (await scope().client.resource(Pet).list({ namespace: scope().namespace })).items;
  }

  function isReadyInStore(pet: PetResource): boolean {
    return (
      findCurrentCondition(pet, 'Ready')?.status === 'True' &&
      listStoredPets(store()).some(({ id }) => id === pet.status?.id)
    );
  }

  it('BUG-PS-10 BUG-PS-11 is reported once by every Pet after the next resync, and Pets recover when it is up again', async () => {
    const { status: before } = await createReady(scope(), 'down', { ...thor, name: 'Down' });
    await store().down();
    const object = await awaitPetNotReady(scope(), 'down', 'StoreUnavailable');
    expect(findCurrentCondition(object, 'Synced')).toMatchObject({
      ...{ status: 'False', reason: 'StoreUnavailable', message: 'The pet store does not answer.' },
    });
    expect(object.status).toMatchObject({ id: before?.id, lastSyncTime: before?.lastSyncTime });
    expect(computeKstatus(object)).toBe('InProgress');
    await until('there is a Warning', async () => (await listWarnings(scope(), object)).length > 0);
    const [since, failed] = [await createMark(scope()), await countFailures()];
    await until('two more reconciles have failed', async () => (await countFailures()) >= failed + 2);
    expect(listWrites(await listRequests(scope(), since))).toEqual([]);
    expect(await listWarnings(scope(), object)).toEqual(['StoreUnavailable ×1']);
    await store().up();
    const { status } = await awaitPetReady(scope(), 'down');
    expect(status?.id).toBe(before?.id);
    expect(status?.lastSyncTime).not.toBe(before?.lastSyncTime);
    expect(listStoredPets(store(), 'Down')).toHaveLength(1);
  });

  async function countFailures(): Promise<number> {
    const metrics = await fetchMetrics(await scope().operator.leader());
    return listSamples(metrics, 'controller_runtime_reconcile_errors_total').reduce((sum, count) => sum + count, 0);
  }

  it('PS-A6 holds a terminating Pet, which reports StoreUnavailable, until the store is up again', async () => {
    await createReady(scope(), 'leaving', { ...thor, name: 'Leaving' });
    await store().down();
    await deletePet(scope(), 'leaving');
    const object = await until('the terminating Pet reports StoreUnavailable', async () => {
      const now = await getPet(scope(), 'leaving');
      const found = now.status?.conditions?.find(({ type }) => type === 'Ready');
      return now.metadata.deletionTimestamp !== undefined && found?.reason === 'StoreUnavailable' && now;
    });
    expect(computeKstatus(object)).toBe('Terminating');
    await store().up();
    await untilDeleted(scope(), 'leaving');
    expect(listStoredPets(store(), 'Leaving')).toEqual([]);
  });

  it('PS-A5 BUG-PS-11 gets every pet again, each with a new id, if it lost its pets in a restart', async () => {
    const names = ['lost-1', 'lost-2', 'lost-3'];
    const before = await Promise.all(names.map((name) => createReady(scope(), name, { ...thor, name })));
    await store().restartEmpty();
    const after = await Promise.all(
      names.map((name, index) =>
        until(`${name} has a new id`, async () => {
          const { status } = await awaitPetReady(scope(), name);
          return status?.id !== before[index]?.status?.id && status?.id;
        }),
      ),
    );
    expect(listStoredPets(store(), ...names).map(({ id }) => id)).toEqual(after);
  });

  it('BUG-PS-11 has a pet restored after the next resync if somebody edits or removes it in the store', async () => {
    const { status } = await createReady(scope(), 'edited', { ...thor, name: 'Edited' });
    const { status: other } = await createReady(scope(), 'taken', { ...thor, name: 'Taken' });
    const id = status?.id ?? '';
    store().put({ ...storedThor, name: 'Loki', type: 'bird', id });
    store().remove(other?.id ?? '');
    await until('the edited pet is restored', async () => listStoredPets(store(), 'Edited').length === 1);
    expect(listStoredPets(store(), 'Edited')).toEqual([{ ...storedThor, name: 'Edited', id }]);
    await until('the removed pet is added again', async () => listStoredPets(store(), 'Taken').length === 1);
    const { status: now } = await until('the status has the new id', async () => {
      const object = await awaitPetReady(scope(), 'taken');
      return object.status?.id !== other?.id && object;
    });
    expect(listStoredPets(store(), 'Taken').map(({ id: found }) => found)).toEqual([now?.id]);
    expect(listStoredPets(store(), 'Loki')).toEqual([]);
  });

  it('causes one search per resync for all Pets, and no write, while nothing changes', async () => {
    const names = ['quiet-1', 'quiet-2', 'quiet-3', 'quiet-4'];
    for (const name of names) await createReady(scope(), name, { ...thor, name });
    await awaitSettled(scope());
    const versions = async (): Promise<unknown> =>
      (await listPets()).map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
    const [since, before] = [await createMark(scope()), await versions()];
    store().forgetCalls();
    const startedAt = performance.now();
    await until('the store was searched three times', async () => countCalls(store(), 'SearchPets') >= 3);
    const calls = store().calls.map(({ method }) => method);
    expect(new Set(calls)).toEqual(new Set(['SearchPets']));
    // One more search is allowed: the first one may begin right after `startedAt`, and the last one right before the
    // end.
    expect(calls.length).toBeLessThanOrEqual((performance.now() - startedAt) / resyncMs + 1);
    expect(listWrites(await listRequests(scope(), since))).toEqual([]);
    expect(await versions()).toEqual(before);
  });
});
