import { describe, expect, it } from 'vitest';

import { Pet } from '../../../operator/src/kubewright.ts';
import type { StoreCall } from '../../../operator/src/pet-store/testing/test-pet-store.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { until } from '../../support/until.ts';
import { useKubectl } from '../support/kubectl.ts';
import { createMark, listRequests, listWrites } from '../support/requests.ts';
import { restartOperator } from '../support/restart.ts';
import { excludeWitnesses, awaitIdle, awaitSettled } from '../support/await-settled.ts';
import { listEvents } from '../support/events-about.ts';
import { watchObjects } from '../support/watch-objects.ts';
import {
  applyPet,
  countCalls,
  change,
  finalizer,
  untilDeleted,
  createReady,
  listStoredPets,
  awaitPetReady,
  deletePet,
  getPet,
  storedThor,
  storedTron,
  thor,
  tron,
  usePets,
} from './pets.ts';

const writes: readonly StoreCall['method'][] = ['AddPets', 'UpdatePets', 'DeletePets'];

describe('the walk-through', () => {
  const { scope, store } = usePets();
  const kubectl = useKubectl();
  const inScope = (...args: readonly string[]): Promise<string> => kubectl(['--namespace', scope().namespace, ...args]);

  it('PS-A1 the upstream samples pass strict validation, and the store has Thor and Tron', async () => {
    const samples = [
      ['pet-sample1', thor],
      ['pet-sample2', tron],
    ] as const;
    const yaml = samples
      .map(([name, { name: called, type, birthday }]) =>
        [
          ...['apiVersion: petstore.example.com/v1alpha1', 'kind: Pet', 'metadata:', `  name: ${name}`],
          ...['spec:', `  name: "${called}"`, `  type: ${type}`, `  birthday: ${birthday}`, '---'],
        ].join('\n'),
      )
      .join('\n');
    await kubectl(['--namespace', scope().namespace, 'apply', '--validate=strict', '-f', '-'], { input: yaml });
    await inScope('wait', '--for=condition=Ready', '--timeout=30s', 'pets', '--all');
    const [first, second] = await Promise.all(samples.map(([name]) => getPet(scope(), name)));
    expect(listStoredPets(store())).toEqual([
      { ...storedThor, id: first?.status?.id },
      { ...storedTron, id: second?.status?.id },
    ]);
    expect(first?.metadata.finalizers).toEqual([finalizer]);
  });

  it('PS-A2 BUG-PS-1 another name is written to the same pet', async () => {
    const before = (await getPet(scope(), 'pet-sample1')).status?.id;
    await change(scope(), 'pet-sample1', { spec: { name: 'Thorbert' } });
    const { status } = await awaitPetReady(scope(), 'pet-sample1');
    expect(status?.id).toBe(before);
    expect(listStoredPets(store())).toEqual([
      { ...storedThor, name: 'Thorbert', id: before },
      { ...storedTron, id: (await getPet(scope(), 'pet-sample2')).status?.id },
    ]);
  });

  it('BUG-PS-1 another type is written to the same pet', async () => {
    const before = (await getPet(scope(), 'pet-sample2')).status?.id;
    await change(scope(), 'pet-sample2', { spec: { type: 'reptile' } });
    expect((await awaitPetReady(scope(), 'pet-sample2')).status?.id).toBe(before);
    expect(listStoredPets(store(), 'Tron')).toEqual([{ ...storedTron, type: 'reptile', id: before }]);
  });

  it('PS-A4 BUG-PS-8 another birthday is written to the same pet, as the day in UTC', async () => {
    const before = (await getPet(scope(), 'pet-sample2')).status?.id;
    await change(scope(), 'pet-sample2', { spec: { birthday: '2020-06-25T23:30:00-01:00' } });
    expect((await awaitPetReady(scope(), 'pet-sample2')).status?.id).toBe(before);
    const birthday = { year: 2020, month: 6, day: 26 };
    expect(listStoredPets(store(), 'Tron')).toEqual([{ ...storedTron, type: 'reptile', birthday, id: before }]);
    // Changes only the notation of the day.
    store().forgetCalls();
    await change(scope(), 'pet-sample2', { spec: { birthday: '2020-06-26' } });
    await awaitPetReady(scope(), 'pet-sample2');
    expect(countCalls(store(), ...writes)).toBe(0);
  });

  it('BUG-PS-1 BUG-PS-3 two Pets with equal specs have a pet each', async () => {
    const twins = await Promise.all(
      ['one', 'other'].map((name) => createReady(scope(), name, { ...thor, name: 'Twin' })),
    );
    const ids = twins.map(({ status }) => status?.id);
    expect(new Set(ids).size).toBe(2);
    expect(
      listStoredPets(store(), 'Twin')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort());
  });

  it('a Pet may have a name of 253 characters, the limit of Kubernetes', async () => {
    const longest = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    expect(longest).toHaveLength(253);
    await createReady(scope(), longest, { ...thor, name: 'Long' });
    await deletePet(scope(), longest);
    await untilDeleted(scope(), longest);
    expect(listStoredPets(store(), 'Long')).toEqual([]);
  });

  it('a new Pet costs one finalizer, one addition, and a write of the status before and after it', async () => {
    await awaitSettled(scope());
    store().forgetCalls();
    await using pets = await watchObjects(scope(), Pet);
    const since = await createMark(scope());
    const { metadata, status } = await createReady(scope(), 'priced', { ...thor, name: 'Priced' });
    await awaitSettled(scope());
    const own = excludeWitnesses(listWrites(await listRequests(scope(), since)));
    expect(own.map((write) => write.replace(/\.[0-9a-f]{16}\b/, ''))).toEqual([
      'patch pets/priced 200',
      'patch pets/priced/status 200',
      'patch pets/priced/status 200',
      'create events/priced 201',
    ]);
    expect(store().calls.map(({ method }) => method)).toEqual(['AddPets', 'AddPets']);
    const seen = pets.changes.filter(({ object }) => object.metadata.name === 'priced').map(({ object }) => object);
    const [intent] = seen.filter((object) => object.status?.adding !== undefined);
    expect(intent?.metadata.finalizers).toEqual([finalizer]);
    expect(intent?.status?.adding).toEqual({ name: 'Priced', type: 'dog', birthday: '2021-04-01' });
    expect(findCurrentCondition(intent!, 'Synced')).toMatchObject({ status: 'False', reason: 'Adding' });
    expect(seen.at(-1)?.metadata.resourceVersion).toBe(metadata.resourceVersion);
    expect(status).not.toHaveProperty('adding');
  });

  it('a restart of the operator costs one search for all Pets, and no write', async () => {
    const versions = async (): Promise<readonly string[]> =>
      (await scope().client.resource(Pet).list({ namespace: scope().namespace })).items.map(
        ({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`,
      );
    const [since, before] = [await createMark(scope()), await versions()];
    store().forgetCalls();
    await restartOperator(scope());
    await until('the operator has searched the store', async () => countCalls(store(), 'SearchPets') > 0);
    await awaitIdle(scope());
    expect(listWrites(await listRequests(scope(), since))).toEqual([]);
    expect(store().calls.map(({ method }) => method)).toEqual(['SearchPets']);
    expect(await versions()).toEqual(before);
  });

  it('BUG-PS-10 manifests that are applied again and labels of others cause no writes and no calls', async () => {
    const since = await createMark(scope());
    store().forgetCalls();
    await applyPet(scope(), 'priced', { ...thor, name: 'Priced' });
    await change(scope(), 'priced', { metadata: { labels: { team: 'pets' } } });
    await awaitSettled(scope());
    const own = excludeWitnesses(listWrites(await listRequests(scope(), since)));
    expect(own).toEqual([]);
    expect(store().calls.map(({ method }) => method)).toEqual(['AddPets']);
  });

  it('BUG-PS-12 kubectl describe shows events for each real change', async () => {
    const object = await awaitPetReady(scope(), 'pet-sample1');
    const id = object.status?.id ?? '';
    const events = (await listEvents(scope(), object)).map(({ type, reason, note }) => `${type} ${reason}: ${note}`);
    expect(events).toEqual([
      `Normal Added: Added pet Thor (${id}) to the pet store`,
      `Normal Updated: Updated pet Thorbert (${id}) in the pet store`,
    ]);
    expect(await inScope('describe', 'pet', 'pet-sample1')).toMatch(
      /Normal +Added .*Added pet Thor \(.+\) to the pet store$/m,
    );
  });

  it('PS-A3 the samples are deleted from the cluster, and their pets from the store', async () => {
    for (const name of ['pet-sample1', 'pet-sample2']) await deletePet(scope(), name);
    for (const name of ['pet-sample1', 'pet-sample2']) await untilDeleted(scope(), name);
    expect(listStoredPets(store(), 'Thorbert', 'Tron')).toEqual([]);
    // The pets of the other Pets must stay in the store.
    expect(listStoredPets(store(), 'Twin')).toHaveLength(2);
  });

  it.each(['Background', 'Foreground', 'Orphan'] as const)(
    'a pet is removed from the store with every propagation policy: %s',
    async (propagation) => {
      const name = `deleted-${propagation.toLowerCase()}`;
      const { metadata } = await createReady(scope(), name, { ...thor, name });
      await scope().client.resource(Pet).delete(metadata, { propagation });
      await untilDeleted(scope(), name);
      expect(listStoredPets(store(), name)).toEqual([]);
    },
  );

  it('a pet is removed from the store while finalizers of others still hold the Pet', async () => {
    const others = 'example.com/kept';
    await createReady(scope(), 'held', { ...thor, name: 'Held' });
    await change(scope(), 'held', { metadata: { finalizers: [finalizer, others] } });
    await deletePet(scope(), 'held');
    const held = await until('our finalizer is removed', async () => {
      const now = await getPet(scope(), 'held');
      return now.metadata.finalizers?.includes(finalizer) === false && now;
    });
    expect(held.metadata.finalizers).toEqual([others]);
    expect(listStoredPets(store(), 'Held')).toEqual([]);
    await awaitSettled(scope());
    expect(listStoredPets(store(), 'Held')).toEqual([]);
    await change(scope(), 'held', { metadata: { finalizers: null } });
    await untilDeleted(scope(), 'held');
  });
});
