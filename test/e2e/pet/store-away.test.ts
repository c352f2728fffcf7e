import { afterEach, describe, expect, it } from 'vitest';

import { Pet } from '../../../operator/src/kubewright.ts';
import type { Fault } from '../../../operator/src/pet-store/testing/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { until } from '../../support/until.ts';
import { atOnce } from '../support/at-once.ts';
import { kstatus } from '../../support/kstatus.ts';
import { metricsOf, samplesIn } from '../support/operator-process.ts';
import { mark, requestsOf, writesIn } from '../support/requests.ts';
import { idle, settled } from '../support/settled.ts';
import { warningsAbout } from '../support/events-about.ts';
import {
  applied,
  callsOf,
  change,
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

  /** Takes the store down, and waits until the Pet `down` reports it. */
  async function seenDown(): Promise<void> {
    await store().down();
    await notReady(scope(), 'down', 'StoreUnavailable');
  }

  it('leaves no addition pending: a Pet that is created meanwhile is added once when the store is up again', async () => {
    await seenDown();
    await applied(scope(), 'new', { ...thor, name: 'New' });
    const { status: before } = await notReady(scope(), 'new', 'StoreUnavailable');
    expect(before).not.toHaveProperty('adding');
    expect(before).not.toHaveProperty('id');
    await store().up();
    const { status } = await ready(scope(), 'new');
    expect(petsIn(store(), 'New').map(({ id }) => id)).toEqual([status?.id]);
  });

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

  it('does not hold a terminating Pet that was never added', async () => {
    await seenDown();
    await applied(scope(), 'never', { ...thor, name: 'Never' });
    await notReady(scope(), 'never', 'StoreUnavailable');
    await removed(scope(), 'never');
    await untilDeleted(scope(), 'never');
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

  it('BUG-PS-3 does not keep a pet whose Pet is deleted before the operator knows its id', async () => {
    store().fault({ kind: 'garbage', what: 'empty-id', methods: ['AddPets'] });
    await applied(scope(), 'unknown', { ...thor, name: 'Unknown' });
    await until('the store has added the pet', async () => petsIn(store(), 'Unknown').length > 0);
    await removed(scope(), 'unknown');
    store().fault();
    await untilDeleted(scope(), 'unknown');
    expect(petsIn(store(), 'Unknown')).toEqual([]);
  });

  it.each<[string, Fault, string]>([
    ['breaks off', { kind: 'mid-stream', afterPets: 1, how: 'connection' }, 'StoreUnavailable'],
    [
      'returns a pet with an unknown type',
      { kind: 'garbage', what: 'unknown-type', methods: ['SearchPets'] },
      'StoreInvalid',
    ],
  ])('BUG-PS-4 loses nothing when a search %s', async (_what, fault, reason) => {
    const { status } = await createReady(scope(), 'searched', { ...thor, name: 'Searched' });
    const before = petsIn(store());
    store().fault(fault);
    await notReady(scope(), 'searched', reason);
    expect(petsIn(store())).toEqual(before);
    store().fault();
    expect((await ready(scope(), 'searched')).status?.id).toBe(status?.id);
    expect(petsIn(store())).toEqual(before);
  });

  it('has its refusal in the condition of the Pet, and a changed spec is tried at once', async () => {
    store().fault({ kind: 'failing', code: 'INVALID_ARGUMENT', message: 'no lizards', methods: ['AddPets'] });
    await applied(scope(), 'refused', { ...thor, name: 'Refused', type: 'reptile' });
    const object = await notReady(scope(), 'refused', 'Invalid');
    expect(conditionOf(object, 'Ready')?.message).toBe('The pet store refuses the request: no lizards.');
    expect(conditionOf(object, 'Stalled')?.status).toBe('True');
    await idle(scope());
    store().forgetCalls();
    // Long enough for a retry, which would come within two seconds. The searches are those of the other Pets.
    await until('the store was searched four times', async () => callsOf(store(), 'SearchPets') >= 4);
    expect(callsOf(store(), 'AddPets')).toBe(0);
    store().fault();
    store().forgetCalls();
    await until('the store was searched twice more', async () => callsOf(store(), 'SearchPets') >= 2);
    expect(callsOf(store(), 'AddPets')).toBe(0);
    await change(scope(), 'refused', { spec: { type: 'dog' } });
    await atOnce('the Pet is Ready', async () => {
      const now = await stored(scope(), 'refused');
      return conditionOf(now, 'Ready')?.status === 'True';
    });
  });
});

describe('a store whose answer to an addition is lost or bad', () => {
  const { scope, store } = usePets({ settings: { petstoreTimeout: '1500ms' } });

  it.each<[string, Fault]>([
    ['executes it and does not answer', { kind: 'slow', delayMs: 60_000, methods: ['AddPets'] }],
    ['hangs', { kind: 'hanging', methods: ['AddPets'] }],
    ['answers with garbage', { kind: 'garbage', what: 'wrong-count', methods: ['AddPets'] }],
    ['fails', { kind: 'failing', code: 'INTERNAL', message: 'disk full', methods: ['AddPets'] }],
  ])('BUG-PS-3 BUG-PS-5 has the pet exactly once after it %s', async (what, fault) => {
    const name = `once-${what.replaceAll(' ', '-')}`;
    store().fault(fault);
    await applied(scope(), name, { ...thor, name });
    const reason = what.includes('garbage') ? 'StoreInvalid' : 'StoreUnavailable';
    await until('the status has a pending addition', async () => {
      const object = await stored(scope(), name);
      return conditionOf(object, 'Ready')?.reason === reason && object.status?.adding?.name === name;
    });
    store().fault();
    const { status } = await ready(scope(), name);
    expect(petsIn(store(), name).map(({ id }) => id)).toEqual([status?.id]);
    expect(status).not.toHaveProperty('adding');
  });
});

describe('a Pet that is deleted while the store is down', () => {
  // Without resyncs, each search is a probe whether the store is up again.
  const { scope, store } = usePets({ settings: { petstoreResync: '1h', petstoreTimeout: '30s' } });

  it('PS-A6 is reconciled once the store is up again, which is probed only as long as a Pet waits', async () => {
    await createReady(scope(), 'woken', { ...thor, name: 'Woken' });
    store().forgetCalls();
    await idle(scope());
    expect(callsOf(store(), 'SearchPets')).toBe(0);
    await store().down();
    await removed(scope(), 'woken');
    await until('the terminating Pet reports StoreUnavailable', async () => {
      const { status } = await stored(scope(), 'woken');
      return status?.conditions?.some(({ reason }) => reason === 'StoreUnavailable');
    });
    await store().up();
    await untilDeleted(scope(), 'woken');
    await until('the operator has searched the store', () => Promise.resolve(callsOf(store(), 'SearchPets') > 0));
    expect(petsIn(store(), 'Woken')).toEqual([]);
    const asked = callsOf(store(), 'SearchPets');
    await idle(scope());
    expect(callsOf(store(), 'SearchPets')).toBe(asked);
  });
});
