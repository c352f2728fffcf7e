import { connect as connectHttp2 } from 'node:http2';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';

import { Client, type ClientReadableStream, credentials, type MethodDefinition } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';

import { createLogger } from '../../../runtime/src/manager/logging/index.ts';
import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { connectPetStore, type PetStore } from '../client/index.ts';
import { petStoreDefinition } from '../contract/definition.ts';
import { type ChangeSamplerReq, toWirePet, type WirePet } from '../contract/messages.ts';
import { openPetTable, type PetTable } from '../table/pet-table.ts';
import { type PetServer, type ServeOptions, servePets } from './serve-pets.ts';

const thor = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } } as const;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function serve(options: Partial<ServeOptions> = {}): Promise<PetServer> {
  const server = await servePets({ address: '127.0.0.1:0', table: openPetTable(), graceMs: 0, ...options });
  open.push(() => server.stop());
  return server;
}

function connectClient({ address }: PetServer): PetStore {
  const client = connectPetStore({ address });
  open.push(() => client.close());
  return client;
}

const { AddPets, ChangeSampler, SearchPets, UpdatePets } = petStoreDefinition;

/** Calls the server with the gRPC library, which can send requests that this project's client cannot send. */
function callRaw<TRequest, TResponse>(
  { address }: PetServer,
  { path, requestSerialize, responseDeserialize }: MethodDefinition<TRequest, TResponse>,
  request: TRequest,
): ClientReadableStream<TResponse> {
  const client = new Client(address, credentials.createInsecure());
  open.push(() => client.close());
  return client
    .makeServerStreamRequest(path, requestSerialize, responseDeserialize, request)
    .on('error', () => undefined);
}

const changeSampler = (server: PetServer, sampler: ChangeSamplerReq['sampler'] & object) =>
  callRaw(server, ChangeSampler, { sampler }).toArray();

function createCapturingLogger(): { lines: Record<string, unknown>[]; logger: ReturnType<typeof createLogger> } {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, logger: createLogger({ level: 'debug', format: 'json', destination: { write } }) };
}

describe('a server', () => {
  it('returns its port, and does not listen after it has stopped', async () => {
    const server = await serve();
    expect(server.port).toBeGreaterThan(0);
    expect(server.address).toBe(`127.0.0.1:${server.port}`);
    const client = connectClient(server);
    expect(await client.search()).toEqual([]);
    await Promise.all([server.stop(), server.stop()]);
    await expect(client.search()).rejects.toMatchObject({ reason: 'Unavailable' });
  });

  it.each([
    ['nowhere', 'give host:port'],
    ['203.0.113.1:0', 'listen EADDRNOTAVAIL: address not available 203.0.113.1'],
    ['missing.invalid:0', 'getaddrinfo ENOTFOUND missing.invalid'],
  ])('rejects when it cannot listen at %s, with a hint', async (address, hint) => {
    await expect(serve({ address })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message: expect.stringContaining(hint) as string,
    });
  });

  it('rejects when the port is in use, with a hint', async () => {
    const { address } = await serve();
    await expect(serve({ address })).rejects.toThrow(
      `failed to listen on ${address}: listen EADDRINUSE: address already in use ${address}`,
    );
  });

  it('rejects when TLS has no certificate, with a hint', async () => {
    await expect(serve({ tls: { cert: 'x', key: 'y' } })).rejects.toThrow('failed to listen with TLS on 127.0.0.1:0: ');
  });

  it('rejects a request of more than 4 MiB, and returns the largest pet that it accepts', async () => {
    const server = await serve();
    const client = connectClient(server);
    const huge = { ...thor, name: 'x'.repeat(4 * 1024 * 1024) };
    await expect(client.add([huge])).rejects.toMatchObject({ reason: 'Invalid' });
    const largest = { ...thor, name: 'x'.repeat(4 * 1024 * 1024 - 1100) };
    expect(await client.add([largest])).toHaveLength(1);
    expect((await client.search())[0]?.name).toBe(largest.name);
  });

  it('rejects a request that is not gRPC', async () => {
    const server = await serve();
    const session = connectHttp2(`http://${server.address}`);
    open.push(() => session.destroy());
    const [headers] = (await once(session.request({ ':path': '/' }).end(), 'response')) as [Record<string, unknown>];
    expect(headers[':status']).toBe(415);
  });

  it('rejects a request that it cannot parse, and continues to serve', async () => {
    const server = await serve();
    const unreadable = { ...AddPets, requestSerialize: () => Buffer.from('ffffff', 'hex') };
    await expect(callRaw(server, unreadable, {}).toArray()).rejects.toThrow('INTERNAL');
    expect(await connectClient(server).search()).toEqual([]);
  });

  it('sends a large response completely to a client that reads slowly', async () => {
    const table = openPetTable();
    table.add(Array.from({ length: 5000 }, (_, index) => ({ ...thor, id: String(index) })));
    const server = await serve({ table });
    let count = 0;
    for await (const _ of callRaw(server, SearchPets, {})) {
      count += 1;
      if (count % 500 === 0) await new Promise(setImmediate);
    }
    expect(count).toBe(5000);
  });

  it('stops sending to a client that has disconnected', async () => {
    let sent = 0;
    let ended = false;
    const server = await serve({
      around: (service) => ({
        ...service,
        async *searchPets() {
          try {
            for (;;) yield { id: String(sent++), name: 'x'.repeat(1000) } satisfies WirePet;
          } finally {
            ended = true;
          }
        },
      }),
    });
    const pets = callRaw(server, SearchPets, {});
    await once(pets, 'data');
    pets.cancel();
    await expect.poll(() => ended).toBe(true);
  });
});

describe('a server that stops', () => {
  /** A server whose AddPets call waits until the test releases it. */
  async function startServerWithWaitingCall(options: Partial<ServeOptions>) {
    const [arrived, released] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const server = await serve({
      ...options,
      around: (service) => ({
        ...service,
        async addPets(request) {
          arrived.resolve(null);
          await released.promise;
          return service.addPets(request);
        },
      }),
    });
    return { server, arrived: arrived.promise, release: () => released.resolve(null) };
  }

  it('lets running requests finish, and rejects new ones', async () => {
    const { server, arrived, release } = await startServerWithWaitingCall({ graceMs: 60_000 });
    const client = connectClient(server);
    const adding = client.add([thor]);
    await arrived;
    const stopped = server.stop();
    await expect(connectClient(server).search()).rejects.toMatchObject({ reason: 'Unavailable' });
    release();
    expect(await adding).toHaveLength(1);
    await stopped;
  });

  it('closes a connection on which the client sends nothing', async () => {
    const server = await serve();
    const socket = connectSocket(server.port, '127.0.0.1').resume();
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    await server.stop();
    await closed;
  });

  it('aborts requests that are still running after its grace period', async () => {
    const clock = createFakeClock();
    const { lines, logger } = createCapturingLogger();
    const { server, arrived, release } = await startServerWithWaitingCall({ graceMs: 1000, clock, logger });
    const adding = connectClient(server).add([thor]);
    await arrived;
    const stopped = server.stop();
    await clock.advance(999);
    const failed = expect(adding).rejects.toMatchObject({ reason: 'Unavailable' });
    await clock.advance(1);
    await failed;
    await stopped;
    release();
    expect(lines.map(({ msg }) => msg)).toEqual([
      'pet store is listening',
      'grace period is over, aborting requests',
      'pet store stopped',
    ]);
  });
});

describe('the log of a server', () => {
  it('has the requests that the sampler selects', async () => {
    const { lines, logger } = createCapturingLogger();
    const server = await serve({ logger, sampling: 1 });
    const client = connectClient(server);
    await client.add([thor]);
    await client.search();
    await client.update([{ ...thor, id: 'x' }]).catch(() => undefined);
    await changeSampler(server, { type: 'STNever' });
    await client.search();
    const served = lines.filter(({ msg }) => msg === 'request served');
    expect(served.map(({ method, code }) => [method, code])).toEqual([
      ['AddPets', 'OK'],
      ['SearchPets', 'OK'],
      ['UpdatePets', 'Internal'],
      ['ChangeSampler', 'OK'],
    ]);
    expect(served.every(({ durationMs }) => typeof durationMs === 'number')).toBe(true);
  });

  it('has no requests until a ChangeSampler request', async () => {
    const { lines, logger } = createCapturingLogger();
    const server = await serve({ logger });
    await connectClient(server).search();
    await changeSampler(server, { type: 'STAlways' });
    await expect(changeSampler(server, { type: 'STFloat' })).rejects.toThrow('INVALID_ARGUMENT');
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request served')).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({ method: 'ChangeSampler', code: 'InvalidArgument' });
  });

  it('has the cause of an internal error, and the client does not get it', async () => {
    const { lines, logger } = createCapturingLogger();
    const broken: PetTable = {
      ...openPetTable(),
      add() {
        throw new Error('disk full at /data/pets.db');
      },
      search() {
        throw new Error('disk gone');
      },
    };
    const server = await serve({ table: broken, logger });
    const answer = '13 INTERNAL: the pet store failed; see its log';
    await expect(callRaw(server, AddPets, { pets: [toWirePet(thor)] }).toArray()).rejects.toThrow(answer);
    await expect(connectClient(server).search()).rejects.toMatchObject({
      reason: 'Unavailable',
      cause: { message: answer },
    });
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { msg: 'request failed', method: 'AddPets', err: { message: 'disk full at /data/pets.db' } },
      { msg: 'request failed', method: 'SearchPets', err: { message: 'disk gone' } },
    ]);
  });

  it('has the full id of an error, of any length and with any characters', async () => {
    const pet = { ...toWirePet(thor), id: `${'x'.repeat(63)}🐕${'y'.repeat(100_000)}` };
    await expect(callRaw(await serve(), UpdatePets, { pets: [pet] }).toArray()).rejects.toThrow(
      /pet with ID\(x{63}.{1,3}\) doesn't exist/,
    );
  });
});
