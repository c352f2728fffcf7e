import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { connectPetStore, type NewPet, type PetStore } from '../client/index.ts';
import type { Fault } from './fault.ts';
import type { FaultyPetStore } from './faulty-pet-store.ts';
import { sixPets, startFaultyPetStore } from './index.ts';

const thor: NewPet = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } };
const unavailable = expect.objectContaining({ name: 'PetStoreError', reason: 'Unavailable' }) as Error;
const garbage = (detail: string) => `the pet store gives an answer that makes no sense: ${detail}`;

let store: FaultyPetStore;
let client: PetStore;
beforeEach(async () => {
  store = await startFaultyPetStore();
  client = connectPetStore({ address: store.address });
});
afterEach(async () => {
  await client.close();
  await store[Symbol.asyncDispose]();
});

describe('a store for tests', () => {
  it('works as a store, and records each call with its request', async () => {
    const [id = ''] = await client.add([thor]);
    await client.update([{ ...thor, id, name: 'Thorbert' }]);
    expect(await client.search({ names: ['Thorbert'] })).toEqual([{ ...thor, id, name: 'Thorbert' }]);
    await client.delete([id]);
    const pet = { name: 'Thor', type: 'PTCanine', birthday: { year: 2021, month: 4, day: 1 } };
    expect(store.calls).toEqual([
      { index: 0, method: 'AddPets', request: { pets: [pet] } },
      { index: 1, method: 'UpdatePets', request: { pets: [{ ...pet, id, name: 'Thorbert' }] } },
      { index: 2, method: 'SearchPets', request: { names: ['Thorbert'] } },
      { index: 3, method: 'DeletePets', request: { ids: [id] } },
    ]);
    store.forgetCalls();
    await client.search();
    expect(store.calls).toEqual([{ index: 4, method: 'SearchPets', request: {} }]);
  });

  it('returns and changes its pets without a recorded call', async () => {
    store.put(...sixPets);
    store.put({ ...thor, id: '0' });
    store.remove('1', '2', '3', '4', '5', '6');
    expect(store.pets()).toEqual([{ ...thor, id: '0' }]);
    expect(store.calls).toEqual([]);
    expect(await client.search()).toEqual([{ ...thor, id: '0' }]);
  });

  it('stops, and starts again at the same address with the same pets', async () => {
    await client.add([thor]);
    await store.down();
    await expect(client.search()).rejects.toThrow(unavailable);
    expect(store.pets()).toHaveLength(1);
    await store.up();
    expect(await client.search()).toHaveLength(1);
  });

  it('aborts running calls when it stops', async () => {
    store.fault({ kind: 'hanging' });
    const running = client.search();
    await expect.poll(() => store.calls).toHaveLength(1);
    const failed = expect(running).rejects.toThrow(unavailable);
    await store.down();
    await failed;
  });

  it('restarts without pets', async () => {
    await client.add([thor]);
    await store.restartEmpty();
    expect(await client.search()).toEqual([]);
  });

  it('delays the methods of the fault', async () => {
    store.fault({ kind: 'slow', delayMs: 60_000, methods: ['AddPets'] });
    expect(await client.search()).toEqual([]);
    await expect(client.add([thor], { deadlineMs: 50 })).rejects.toThrow(unavailable);
    expect(store.pets()).toEqual([]);
    store.fault({ kind: 'slow', delayMs: 1 });
    expect(await client.add([thor])).toHaveLength(1);
  });

  it('does not execute or answer a hanging call', async () => {
    store.fault({ kind: 'hanging' });
    await expect(client.add([thor], { deadlineMs: 500 })).rejects.toThrow(unavailable);
    // The fault has to stay set until the call arrives, which may be after its deadline.
    await expect.poll(() => store.calls.map(({ method }) => method)).toContain('AddPets');
    store.fault();
    expect(await client.search()).toEqual([]);
  });

  it('returns a status without executing the call', async () => {
    store.fault({ kind: 'failing', code: 'INVALID_ARGUMENT', message: 'no dogs' });
    await expect(client.add([thor])).rejects.toThrow('the pet store refuses the request: no dogs');
    store.fault({ kind: 'failing', code: 'INTERNAL', message: 'disk full' });
    await expect(client.add([thor])).rejects.toThrow(unavailable);
    expect(store.pets()).toEqual([]);
  });

  it.each<[Fault, string]>([
    [{ kind: 'garbage', what: 'wrong-count' }, 'it gave another number of ids than it was given pets'],
    [{ kind: 'garbage', what: 'empty-id' }, 'it gave an empty id'],
  ])('adds pets and answers with garbage: %o', async (fault, detail) => {
    store.fault(fault);
    await expect(client.add([thor])).rejects.toThrow(garbage(detail));
    expect(store.pets()).toHaveLength(1);
  });

  it.each<[Fault, string]>([
    [{ kind: 'garbage', what: 'wrong-count' }, 'it has two pets with the same id'],
    [{ kind: 'garbage', what: 'empty-id' }, 'it has a pet without an id'],
    [{ kind: 'garbage', what: 'unknown-type' }, 'it has a pet of an unknown type'],
    [{ kind: 'garbage', what: 'impossible-date' }, 'it has a pet whose birthday is no day'],
  ])('returns garbage from a search: %o', async (fault, detail) => {
    store.put(...sixPets);
    store.fault(fault);
    await expect(client.search()).rejects.toThrow(garbage(detail));
  });

  it.each(['status', 'connection'] as const)('ends a stream in the middle by its %s', async (how) => {
    store.put(...sixPets);
    store.fault({ kind: 'mid-stream', afterPets: 3, how });
    await expect(client.search()).rejects.toThrow(unavailable);
    store.fault();
    await expect.poll(() => client.search().catch(() => [])).toHaveLength(6);
  });

  it('pauses a call before it is executed, until it is released', async () => {
    const stopped = store.stopAt('before');
    const adding = client.add([thor]);
    expect(await stopped.reached).toMatchObject({ index: 0, method: 'AddPets' });
    expect(store.pets()).toEqual([]);
    stopped.release();
    expect(await adding).toHaveLength(1);
  });

  it('pauses a call after it is executed and before it is answered', async () => {
    const stopped = store.stopAt('after', 1);
    await client.search();
    const adding = client.add([thor], { deadlineMs: 60_000 });
    expect(await stopped.reached).toMatchObject({ index: 1, method: 'AddPets' });
    expect(store.pets()).toHaveLength(1);
    await client.close();
    await expect(adding).rejects.toThrow(unavailable);
  });

  it('runs hooks of the test at each call', async () => {
    const seen: string[] = [];
    store.hooks({
      before: ({ method }) => void seen.push(`before ${method}, ${store.pets().length}`),
      after: ({ method }) => void seen.push(`after ${method}, ${store.pets().length}`),
    });
    await client.add([thor]);
    await client.search();
    expect(seen).toEqual(['before AddPets, 0', 'after AddPets, 1', 'before SearchPets, 1', 'after SearchPets, 1']);
  });
});
