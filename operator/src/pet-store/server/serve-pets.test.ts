import { connect as connectHttp2 } from 'node:http2';
import { once } from 'node:events';

import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterEach, describe, expect, it } from 'vitest';

import { createLogger } from '../../../runtime/src/manager/logging/index.ts';
import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { connectPetStore, type PetStore } from '../client/index.ts';
import { petFields, PetStoreService, SamplerType } from '../contract/index.ts';
import { createMemoryTable, type PetTable } from '../table/index.ts';
import { type PetServer, type ServeOptions, servePets } from './serve-pets.ts';

const thor = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } } as const;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function serve(options: Partial<ServeOptions> = {}): Promise<PetServer> {
  const server = await servePets({ address: '127.0.0.1:0', table: createMemoryTable(), graceMs: 0, ...options });
  open.push(() => server.stop());
  return server;
}

function clientOf({ address }: PetServer): PetStore {
  const client = connectPetStore({ address });
  open.push(() => client.close());
  return client;
}

/** The generated client, for what ours cannot say. */
const raw = ({ address }: PetServer) =>
  createClient(PetStoreService, createGrpcTransport({ baseUrl: `http://${address}` }));

/** A log whose lines are looked at. */
function logged(): { lines: Record<string, unknown>[]; logger: ReturnType<typeof createLogger> } {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, logger: createLogger({ level: 'debug', format: 'json', destination: { write } }) };
}

describe('a server', () => {
  it('knows the port that it chose, and has no listener after it stopped', async () => {
    const server = await serve();
    expect(server.port).toBeGreaterThan(0);
    expect(server.address).toBe(`127.0.0.1:${server.port}`);
    const client = clientOf(server);
    expect(await client.search()).toEqual([]);
    await Promise.all([server.stop(), server.stop()]);
    await expect(client.search()).rejects.toMatchObject({ reason: 'Unavailable' });
  });

  it.each([
    ['nowhere', 'give host:port'],
    ['203.0.113.1:0', 'this machine does not have the address; choose another one'],
    ['nobody.invalid:0', 'the name of the address is not known; choose another one'],
  ])('cannot listen at %s, and says what to do', async (address, hint) => {
    await expect(serve({ address })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message: expect.stringContaining(hint) as string,
    });
  });

  it('says so where the port is in use', async () => {
    const { address } = await serve();
    await expect(serve({ address })).rejects.toThrow(`failed to listen on ${address}: the port is in use`);
  });

  it('says so where TLS has no certificate', async () => {
    await expect(serve({ tls: { cert: 'x', key: 'y' } })).rejects.toThrow('give a certificate and its key as PEM');
  });

  // id: store-takes-messages-of-any-size
  it('takes no request of more than 4 MiB, and gives back the largest that it takes', async () => {
    const server = await serve();
    const client = clientOf(server);
    const huge = { ...thor, name: 'x'.repeat(4 * 1024 * 1024) };
    await expect(client.add([huge])).rejects.toMatchObject({ reason: 'Invalid' });
    const largest = { ...thor, name: 'x'.repeat(4 * 1024 * 1024 - 1100) };
    expect(await client.add([largest])).toHaveLength(1);
    expect((await client.search())[0]?.name).toBe(largest.name);
  });

  it('answers a request that is no gRPC with 404', async () => {
    const server = await serve();
    const session = connectHttp2(`http://${server.address}`);
    open.push(() => session.destroy());
    const [headers] = (await once(session.request({ ':path': '/' }).end(), 'response')) as [Record<string, unknown>];
    expect(headers[':status']).toBe(404);
  });

  it('breaks off a request that it cannot read, and lives on', async () => {
    const { lines, logger } = logged();
    const server = await serve({ logger });
    const session = connectHttp2(`http://${server.address}`);
    open.push(() => session.destroy());
    const headers = { ':path': '/petstore.PetStore/SearchPets', ':method': 'POST', ':authority': 'pets:99999' };
    const stream = session.request({ ...headers, 'content-type': 'application/grpc' }).end();
    const [error] = (await once(stream, 'error').catch((failure: unknown) => [failure])) as [Error];
    expect(error.message).toContain('NGHTTP2_INTERNAL_ERROR');
    expect(lines.at(-1)).toMatchObject({ level: 'warn', msg: 'request is broken off' });
    expect(await clientOf(server).search()).toEqual([]);
  });

  it('sends a large answer whole, to a client that reads slowly', async () => {
    const table = createMemoryTable();
    table.add(Array.from({ length: 5000 }, (_, index) => ({ ...thor, id: String(index) })));
    const server = await serve({ table });
    let count = 0;
    for await (const _ of raw(server).searchPets({})) {
      count += 1;
      if (count % 500 === 0) await new Promise(setImmediate);
    }
    expect(count).toBe(5000);
  });

  it('stops sending to a client that has left', async () => {
    let sent = 0;
    let ended = false;
    const server = await serve({
      around: (service) => ({
        ...service,
        async *searchPets() {
          try {
            for (;;) yield { id: String(sent++), name: 'x'.repeat(1000) };
          } finally {
            ended = true;
          }
        },
      }),
    });
    const controller = new AbortController();
    const pets = raw(server).searchPets({}, { signal: controller.signal })[Symbol.asyncIterator]();
    await pets.next();
    controller.abort();
    await expect.poll(() => ended).toBe(true);
  });
});

describe('a server that stops', () => {
  /** A server whose next addition waits until it is let go. */
  async function held(options: Partial<ServeOptions>) {
    const [arrived, released] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const server = await serve({
      ...options,
      around: (service) => ({
        ...service,
        async addPets(request, context) {
          arrived.resolve(null);
          await released.promise;
          return service.addPets(request, context);
        },
      }),
    });
    return { server, arrived: arrived.promise, release: () => released.resolve(null) };
  }

  it('lets running requests end, and takes no new ones', async () => {
    const { server, arrived, release } = await held({ graceMs: 60_000 });
    const client = clientOf(server);
    const adding = client.add([thor]);
    await arrived;
    const stopped = server.stop();
    await expect(clientOf(server).search()).rejects.toMatchObject({ reason: 'Unavailable' });
    release();
    expect(await adding).toHaveLength(1);
    await stopped;
  });

  it('breaks off what still runs after its grace period', async () => {
    const clock = createFakeClock();
    const { lines, logger } = logged();
    const { server, arrived, release } = await held({ graceMs: 1000, clock, logger });
    const adding = clientOf(server).add([thor], { deadlineMs: 60_000 });
    await arrived;
    const stopped = server.stop();
    await clock.advance(999);
    const failed = expect(adding).rejects.toMatchObject({ reason: 'Unavailable' });
    await clock.advance(1);
    await failed;
    await stopped;
    release();
    expect(lines.map(({ msg }) => msg)).toEqual([
      'pet store listens',
      'requests are broken off after the grace period',
      'pet store stopped',
    ]);
  });
});

describe('the log of a server', () => {
  it('has the requests that the sampler takes', async () => {
    const { lines, logger } = logged();
    const server = await serve({ logger, sampling: 'always' });
    const client = clientOf(server);
    await client.add([thor]);
    await client.search();
    await client.update([{ ...thor, id: 'x' }]).catch(() => undefined);
    await raw(server).changeSampler({ sampler: { type: SamplerType.STNever } });
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

  it('is silent about requests by default, until the contract asks for them', async () => {
    const { lines, logger } = logged();
    const server = await serve({ logger });
    await clientOf(server).search();
    await raw(server).changeSampler({ sampler: { type: SamplerType.STAlways } });
    await expect(raw(server).changeSampler({ sampler: { type: SamplerType.STFloat } })).rejects.toThrow(
      '[invalid_argument]',
    );
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request served')).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({ method: 'ChangeSampler', code: 'InvalidArgument' });
  });

  // id: store-shows-clients-its-faults
  it('has the reason of a fault, which the client does not get', async () => {
    const { lines, logger } = logged();
    const broken: PetTable = {
      ...createMemoryTable(),
      add() {
        throw new Error('disk full at /data/pets.db');
      },
      search() {
        throw new Error('disk gone');
      },
    };
    const server = await serve({ table: broken, logger });
    const answer = '[internal] the pet store failed; its log says why';
    await expect(raw(server).addPets({ pets: [petFields(thor)] })).rejects.toThrow(answer);
    await expect(clientOf(server).search()).rejects.toMatchObject({
      reason: 'Unavailable',
      cause: { message: answer },
    });
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { msg: 'request failed', method: 'AddPets', err: { message: 'disk full at /data/pets.db' } },
      { msg: 'request failed', method: 'SearchPets', err: { message: 'disk gone' } },
    ]);
  });

  it('says what a message to a client cannot: an id of any length and any characters', async () => {
    const client = raw(await serve());
    const pet = { ...petFields(thor), id: `${'x'.repeat(63)}🐕${'y'.repeat(100_000)}` };
    await expect(client.updatePets({ pets: [pet] })).rejects.toThrow(/pet with ID\(x{63}.{1,3}\) doesn't exist/);
  });
});
