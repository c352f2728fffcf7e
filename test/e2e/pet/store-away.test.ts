import { afterEach, describe, expect, it } from 'vitest';

import { Pet } from '../../../operator/src/kubewright.ts';
import { conditionOf } from '../../support/conditions.ts';
import { until } from '../../support/until.ts';
import { kstatus } from '../../support/kstatus.ts';
import { metricsOf, samplesIn } from '../support/operator-process.ts';
import { mark, requestsOf, writesIn } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { warningsAbout } from '../support/events-about.ts';
import {
  callsOf,
  untilDeleted,
  createReady,
  notReady,
  type PetResource,
  petsIn,
  ready,
  removed,
  stored,
  storedThor,
  thor,
  usePets,
} from './pets.ts';

/** Short, so that the operator soon sees what changes in the store. */
const resyncMs = 800;

describe('a store that is down', () => {
  const { scope, store } = usePets({
    // Long, because the store runs in this process: it may stall, and only a store that is down must count as down.
    settings: { petstoreResync: `${String(resyncMs)}ms`, petstoreTimeout: '30s' },
  });

  afterEach(async () => {
    store().fault();
    store().hooks();
    await store().up();
    // Otherwise the next test might see the condition of a Pet that has yet to recover from this one.
    await until('every Pet is Ready and in the store', async () => (await pets()).every(isReadyInStore));
  });

  async function pets(): Promise<readonly PetResource[]> {
    return (await scope().client.resource(Pet).list({ namespace: scope().namespace })).items;
  }

  /** Whether a Pet is Ready, and the store has its pet. */
  function isReadyInStore(pet: PetResource): boolean {
    return conditionOf(pet, 'Ready')?.status === 'True' && petsIn(store()).some(({ id }) => id === pet.status?.id);
  }

  it('BUG-PS-10 BUG-PS-11 is reported once by every Pet after the next resync, and Pets recover when it is up again', async () => {
    const { status: before } = await createReady(scope(), 'down', { ...thor, name: 'Down' });
    await store().down();
    const object = await notReady(scope(), 'down', 'StoreUnavailable');
    expect(conditionOf(object, 'Synced')).toMatchObject({
      ...{ status: 'False', reason: 'StoreUnavailable', message: 'The pet store does not answer.' },
    });
    expect(object.status).toMatchObject({ id: before?.id, lastSyncTime: before?.lastSyncTime });
    expect(kstatus(object)).toBe('InProgress');
    await until('there is a Warning', async () => (await warningsAbout(scope(), object)).length > 0);
    const [since, failed] = [await mark(scope()), await failures()];
    await until('two more reconciles have failed', async () => (await failures()) >= failed + 2);
    expect(writesIn(await requestsOf(scope(), since))).toEqual([]);
    expect(await warningsAbout(scope(), object)).toEqual(['StoreUnavailable ×1']);
    await store().up();
    const { status } = await ready(scope(), 'down');
    expect(status?.id).toBe(before?.id);
    expect(status?.lastSyncTime).not.toBe(before?.lastSyncTime);
    expect(petsIn(store(), 'Down')).toHaveLength(1);
  });

  /** How many reconciles have failed so far. */
  async function failures(): Promise<number> {
    const metrics = await metricsOf(await scope().operator.leader());
    return samplesIn(metrics, 'controller_runtime_reconcile_errors_total').reduce((sum, count) => sum + count, 0);
  }

  it('PS-A6 holds a terminating Pet, which reports StoreUnavailable, and is deleted when the store is up again', async () => {
    await createReady(scope(), 'leaving', { ...thor, name: 'Leaving' });
    await store().down();
    await removed(scope(), 'leaving');
    const object = await until('the terminating Pet reports StoreUnavailable', async () => {
      const now = await stored(scope(), 'leaving');
      const found = now.status?.conditions?.find(({ type }) => type === 'Ready');
      return now.metadata.deletionTimestamp !== undefined && found?.reason === 'StoreUnavailable' && now;
    });
    expect(kstatus(object)).toBe('Terminating');
    await store().up();
    await untilDeleted(scope(), 'leaving');
    expect(petsIn(store(), 'Leaving')).toEqual([]);
  });

  it('PS-A5 BUG-PS-11 gets every pet again, each with a new id, if it has lost its pets in a restart', async () => {
    const names = ['lost-1', 'lost-2', 'lost-3'];
    const before = await Promise.all(names.map((name) => createReady(scope(), name, { ...thor, name })));
    await store().restartEmpty();
    const after = await Promise.all(
      names.map((name, index) =>
        until(`${name} has a new id`, async () => {
          const { status } = await ready(scope(), name);
          return status?.id !== before[index]?.status?.id && status?.id;
        }),
      ),
    );
    expect(petsIn(store(), ...names).map(({ id }) => id)).toEqual(after);
  });

  it('BUG-PS-11 has a pet restored after the next resync if somebody edits or removes it in the store', async () => {
    const { status } = await createReady(scope(), 'edited', { ...thor, name: 'Edited' });
    const { status: other } = await createReady(scope(), 'taken', { ...thor, name: 'Taken' });
    const id = status?.id ?? '';
    store().put({ ...storedThor, name: 'Loki', type: 'bird', id });
    store().remove(other?.id ?? '');
    await until('the edited pet is restored', async () => petsIn(store(), 'Edited').length === 1);
    expect(petsIn(store(), 'Edited')).toEqual([{ ...storedThor, name: 'Edited', id }]);
    await until('the removed pet is added again', async () => petsIn(store(), 'Taken').length === 1);
    const { status: now } = await until('the status has the new id', async () => {
      const object = await ready(scope(), 'taken');
      return object.status?.id !== other?.id && object;
    });
    expect(petsIn(store(), 'Taken').map(({ id: found }) => found)).toEqual([now?.id]);
    expect(petsIn(store(), 'Loki')).toEqual([]);
  });

  it('causes one search per resync for all Pets, and no write, while nothing changes', async () => {
    const names = ['quiet-1', 'quiet-2', 'quiet-3', 'quiet-4'];
    for (const name of names) await createReady(scope(), name, { ...thor, name });
    await settled(scope());
    const versions = async (): Promise<unknown> =>
      (await pets()).map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
    const [since, before] = [await mark(scope()), await versions()];
    store().forgetCalls();
    const startedAt = performance.now();
    await until('the store was searched three times', async () => callsOf(store(), 'SearchPets') >= 3);
    const calls = store().calls.map(({ method }) => method);
    expect(new Set(calls)).toEqual(new Set(['SearchPets']));
    // The first resync may be almost over, and the last one only begun.
    expect(calls.length).toBeLessThanOrEqual((performance.now() - startedAt) / resyncMs + 1);
    expect(writesIn(await requestsOf(scope(), since))).toEqual([]);
    expect(await versions()).toEqual(before);
  });
});
