import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sixPets, startTestPetStore, type TestPetStore } from '../testing/test-pet-store.ts';
import { connectPetStore, type NewPet, type Pet, type PetStore } from './index.ts';

const thor: NewPet = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } };
const unavailable = expect.objectContaining({
  reason: 'Unavailable',
  message: 'the pet store does not answer',
}) as Error;
const sortById = (pets: readonly Pet[]) => pets.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const never = new Promise<never>(() => undefined);

let store: TestPetStore;
let client: PetStore;
beforeEach(async () => {
  store = await startTestPetStore();
  client = connectPetStore({ address: store.address });
});
afterEach(async () => {
  await client.close();
  await store[Symbol.asyncDispose]();
});

/** Lets the store answer no call from now on. Resolves when a call has arrived. */
function holdNextCall(): Promise<void> {
  return new Promise((resolve) => {
    store.hooks({ before: () => (resolve(), never) });
  });
}

describe('a client', () => {
  it('adds, finds, updates and deletes', async () => {
    const ids = await client.add([thor, { ...thor, name: 'Tron', type: 'cat' }]);
    expect(sortById(await client.search())).toEqual(
      sortById([
        { ...thor, id: ids[0] ?? '' },
        { ...thor, name: 'Tron', type: 'cat', id: ids[1] ?? '' },
      ]),
    );
    await client.update([{ ...thor, id: ids[0] ?? '', name: 'Thorbert', type: 'reptile' }]);
    expect(await client.search({ names: ['Thorbert'], types: ['reptile'] })).toHaveLength(1);
    await client.delete([...ids, 'unknown']);
    expect(await client.search()).toEqual([]);
  });

  it('reports invalid requests and missing pets', async () => {
    await expect(client.add([{ ...thor, name: ' ' }])).rejects.toMatchObject({
      reason: 'Invalid',
      message: 'the pet store rejects the request: cannot have a pet without a name',
    });
    await expect(client.update([{ ...thor, id: 'x' }])).rejects.toMatchObject({
      reason: 'NotFound',
      message: 'the pet store does not have this pet',
    });
  });

  it('BUG-PS-5 makes all calls over one connection', async () => {
    let connections = 0;
    const proxy = createServer((socket) => {
      connections += 1;
      socket.pipe(connect(store.port, '127.0.0.1')).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    await using through = connectPetStore({ address: `127.0.0.1:${(proxy.address() as AddressInfo).port}` });
    await Promise.all(Array.from({ length: 20 }, () => through.add([thor])));
    await through.search();
    proxy.close();
    expect([connections, store.calls.length]).toEqual([1, 21]);
  });

  it('reconnects at the next call after the store has restarted', async () => {
    await client.add([thor]);
    for (let round = 0; round < 3; round++) {
      await store.down();
      for (let tries = 0; tries < 5; tries++) await expect(client.search()).rejects.toThrow(unavailable);
      await store.up();
      expect(await client.search()).toHaveLength(1);
    }
  });

  it('makes a successful call after the store has restarted while the client was idle', async () => {
    for (let round = 0; round < 10; round++) {
      await client.add([thor]);
      await store.restartEmpty();
      expect(await client.search()).toEqual([]);
    }
  });

  it('BUG-PS-5 aborts a call at its deadline, and keeps the connection for others', async () => {
    store.hooks({ before: ({ method }) => (method === 'AddPets' ? never : undefined) });
    await using hasty = connectPetStore({ address: store.address, deadlineMs: 1000.5 });
    await expect(hasty.add([thor])).rejects.toThrow(unavailable);
    expect(await hasty.search()).toEqual([]);
    expect(store.calls.map(({ method }) => method)).toEqual(['AddPets', 'SearchPets']);
  });

  it('rejects with the reason of its signal after an abort', async () => {
    const arrived = holdNextCall();
    const controller = new AbortController();
    const adding = client.add([thor], { signal: controller.signal });
    await arrived;
    store.hooks();
    const reason = new Error('no longer leading');
    controller.abort(reason);
    await expect(adding).rejects.toBe(reason);
    await expect(client.search({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(await client.search()).toEqual([]);
  });

  it('ends a search at its signal in the middle of the stream', async () => {
    store.put(...sixPets);
    const controller = new AbortController();
    store.hooks({ after: () => controller.abort('enough') });
    await expect(client.search({}, { signal: controller.signal })).rejects.toBe('enough');
  });

  it('rejects with Garbage for an invalid pet', async () => {
    store.put({ ...thor, id: '0', birthday: { year: 2021, month: 2, day: 30 } });
    await expect(client.search()).rejects.toMatchObject({ reason: 'Garbage' });
  });

  it('rejects running and later calls when it is closed', async () => {
    const arrived = holdNextCall();
    const adding = client.add([thor]);
    await arrived;
    await client.close();
    await expect(adding).rejects.toThrow(unavailable);
    await expect(client.search()).rejects.toThrow(unavailable);
    await client.close();
    const unused = connectPetStore({ address: store.address });
    await unused[Symbol.asyncDispose]();
    await expect(unused.search()).rejects.toThrow(unavailable);
  });

  it('throws for an invalid address before any call', () => {
    expect(() => connectPetStore({ address: 'petstore' })).toThrow('give host:port');
  });

  it('loads no gRPC library before its first call', async () => {
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ resolve: (name, context, next) => { const found = next(name, context); loaded.push(found.url); return found; } });
      const { connectPetStore } = await import(${JSON.stringify(new URL('index.ts', import.meta.url))});
      const client = connectPetStore({ address: '127.0.0.1:1' });
      const before = loaded.filter((url) => /node_modules|generated/.test(url)).length;
      const reason = await client.search().catch((error) => error.reason);
      console.log(JSON.stringify({ before, reason, after: loaded.some((url) => url.includes('@grpc')) }));
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    expect(JSON.parse(stdout)).toEqual({ before: 0, reason: 'Unavailable', after: true });
  });
});
