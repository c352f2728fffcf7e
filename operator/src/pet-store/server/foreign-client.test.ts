import path from 'node:path';

import {
  Client,
  credentials,
  type MethodDefinition,
  type ServiceDefinition,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { loadFileDescriptorSetFromBuffer, loadSync, type PackageDefinition } from '@grpc/proto-loader';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sixPets } from '../testing/test-pet-store.ts';
import type { Pet } from '../pet.ts';
import { type RunningPetStore, startPetStore } from '../start-pet-store.ts';
import { useTemporaryFolder } from '../../../control-plane/fixtures/temporary-folder.ts';

/** How the client represents messages: field names as in the .proto file, enums by name. */
const json = { keepCase: true, enums: String, longs: String, defaults: true, oneofs: true } as const;
const contract = path.join(import.meta.dirname, '../contract');

type Method = MethodDefinition<object, object>;
type Methods = Readonly<Record<string, Method>>;

function getService(definition: PackageDefinition, name: string): Methods {
  return definition[name] as ServiceDefinition;
}

/** Makes one call without this project's client. Resolves with all messages of the response. */
function call(client: Client, method: Method | undefined, request: object): Promise<object[]> {
  if (method === undefined) throw new Error('no such method');
  const { path: at, requestSerialize, responseDeserialize } = method;
  return new Promise((resolve, reject) => {
    if (method.requestStream) {
      const answers: object[] = [];
      const stream = client.makeBidiStreamRequest(at, requestSerialize, responseDeserialize);
      stream
        .on('data', (answer: object) => answers.push(answer))
        .on('error', reject)
        .on('end', () => resolve(answers));
      stream.write(request);
      stream.end();
    } else if (method.responseStream) {
      const answers: object[] = [];
      const stream = client.makeServerStreamRequest(at, requestSerialize, responseDeserialize, request);
      stream
        .on('data', (answer: object) => answers.push(answer))
        .on('error', reject)
        .on('end', () => resolve(answers));
    } else {
      client.makeUnaryRequest(at, requestSerialize, responseDeserialize, request, (error, answer) => {
        if (error !== null) reject(error);
        else resolve([answer ?? {}]);
      });
    }
  });
}

/** Gets the service definition by reflection, as grpcurl does. */
async function loadByReflection(client: Client, version: 'v1' | 'v1alpha', symbol: string): Promise<PackageDefinition> {
  const known = loadSync(path.join(contract, `grpc/reflection/${version}/reflection.proto`), json);
  const { ServerReflectionInfo } = getService(known, `grpc.reflection.${version}.ServerReflection`);
  const [answer] = await call(client, ServerReflectionInfo, { file_containing_symbol: symbol });
  const { file_descriptor_response: found } = answer as {
    file_descriptor_response: { file_descriptor_proto: Buffer[] } | null;
  };
  if (found === null) throw new Error(JSON.stringify(answer));
  return loadFileDescriptorSetFromBuffer(encodeFileDescriptorSet(found.file_descriptor_proto), json);
}

/** Encodes a google.protobuf.FileDescriptorSet: the repeated field 1. */
function encodeFileDescriptorSet(files: readonly Buffer[]): Buffer {
  return Buffer.concat(files.flatMap((file) => [Buffer.from([0x0a, ...encodeVarint(file.length)]), file]));
}

function encodeVarint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encodeVarint(value >>> 7)];
}

const wireTypes = { dog: 'PTCanine', cat: 'PTFeline', bird: 'PTBird', reptile: 'PTReptile' };
const toWire = ({ name, type, birthday }: Pet) => ({ name, type: wireTypes[type], birthday });
const day = (year: number, month: number, day: number) => ({ year, month, day });

let folder = '';
useTemporaryFolder((path) => void (folder = path), 'all');

describe.each([
  ['in memory', 'v1'],
  ['in a file', 'v1alpha'],
] as const)('a store %s, for a client that knows the contract only by reflection %s', (kept, version) => {
  let store: RunningPetStore;
  let client: Client;
  let methods: Methods;
  /** The ids of the six pets, in the order of `sixPets`. */
  let ids: string[];

  beforeAll(async () => {
    store = await startPetStore({
      address: '127.0.0.1:0',
      ...(kept === 'in a file' && { data: path.join(folder, 'pets.db') }),
    });
    client = new Client(store.address, credentials.createInsecure());
    methods = getService(await loadByReflection(client, version, 'petstore.PetStore'), 'petstore.PetStore');
  });
  afterAll(async () => {
    client.close();
    await store.stop();
  });
  beforeEach(async () => {
    const all = await search({});
    await call(client, methods['DeletePets'], { ids: all.map(({ id }) => id) });
    const [answer] = await call(client, methods['AddPets'], { pets: sixPets.map(toWire) });
    ({ ids } = answer as { ids: string[] });
  });

  async function search(request: object): Promise<{ id: string }[]> {
    return (await call(client, methods['SearchPets'], request)) as { id: string }[];
  }
  /** Searches, and returns the indexes in `sixPets` of the found pets. */
  async function findPlaces(request: object): Promise<number[]> {
    return (await search(request)).map(({ id }) => ids.indexOf(id)).sort();
  }
  async function catchFailure(method: string, request: object): Promise<string> {
    const error = await call(client, methods[method], request).then(
      () => undefined,
      (each: unknown) => each as ServiceError,
    );
    return error === undefined ? 'OK' : `${status[error.code]} ${error.details}`;
  }

  it('assigns each pet a UUID of version 4, in the order of the request', async () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    for (const id of ids) expect(id).toMatch(uuid);
    expect(new Set(ids).size).toBe(6);
    expect(await search({ names: ['Adam'] })).toEqual([{ id: ids[0], ...toWire(sixPets[0] as Pet) }]);
  });

  it('PS-T1: finds pets by their names', async () => {
    expect(await findPlaces({ names: ['David', 'Elaine'] })).toEqual([3, 4, 5]);
  });

  it('PS-T2: finds pets by their types', async () => {
    expect(await findPlaces({ types: ['PTCanine', 'PTReptile'] })).toEqual([0, 4, 5]);
  });

  it('PS-T3: finds pets by their birthdays', async () => {
    expect(await findPlaces({ birthdate_range: { start: day(2020, 2, 1), end: day(2021, 2, 3) } })).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('PS-T4: deletes pets, and ignores an unknown id', async () => {
    expect(await catchFailure('DeletePets', { ids: [ids[3], ids[5], '20'] })).toBe('OK');
    expect(await findPlaces({})).toEqual([0, 1, 2, 4]);
    expect(await findPlaces({ names: ['David', 'Elaine'] })).toEqual([4]);
    expect(await findPlaces({ types: ['PTBird', 'PTReptile'] })).toEqual([4]);
  });

  it('PS-T5: finds pets that match every filter', async () => {
    const birthdate_range = { start: day(2021, 2, 2), end: day(2021, 2, 3) };
    const names = ['Becky', 'Calvin', 'David', 'Elaine'];
    expect(await findPlaces({ names, types: ['PTReptile', 'PTFeline'], birthdate_range })).toEqual([4]);
  });

  it('BUG-PS-6: adds, updates and deletes after a failed request', async () => {
    const pet = { ...toWire(sixPets[0] as Pet), id: 'x' };
    expect(await catchFailure('UpdatePets', { pets: [pet] })).toBe("INTERNAL pet with ID(x) doesn't exist");
    expect(await catchFailure('AddPets', { pets: [pet] })).toBe('INVALID_ARGUMENT cannot set the Id field');
    expect(await catchFailure('UpdatePets', { pets: [{ ...pet, id: ids[0], name: 'Ada' }] })).toBe('OK');
    expect(await catchFailure('AddPets', { pets: [toWire(sixPets[0] as Pet)] })).toBe('OK');
    expect(await catchFailure('DeletePets', { ids: [ids[0]] })).toBe('OK');
    expect(await search({ names: ['Ada', 'Adam'] })).toHaveLength(1);
  });

  it('BUG-PS-7: finds an updated pet only by its new values, and no empty pet after it is deleted', async () => {
    const changed = { id: ids[0], name: 'Ada', type: 'PTBird', birthday: day(1999, 12, 31) };
    expect(await catchFailure('UpdatePets', { pets: [changed] })).toBe('OK');
    expect(await search({ names: ['Adam'] })).toEqual([]);
    expect(await search({ types: ['PTCanine'] })).toEqual([]);
    expect(await search({ birthdate_range: { start: day(2020, 1, 1), end: day(2020, 1, 2) } })).toEqual([]);
    expect(await search({ names: ['Ada'], types: ['PTBird'] })).toEqual([changed]);
    await call(client, methods['DeletePets'], { ids: [ids[0]] });
    expect(await search({ names: ['Ada', 'Adam'] })).toEqual([]);
  });

  it('BUG-PS-7: rejects a pet without a birthday, and continues to serve', async () => {
    const { birthday: _birthday, ...unborn } = toWire(sixPets[0] as Pet);
    expect(await catchFailure('AddPets', { pets: [unborn] })).toBe(
      'INVALID_ARGUMENT cannot have a pet without a birthday',
    );
    expect(await catchFailure('UpdatePets', { pets: [{ ...unborn, id: ids[0] }] })).toBe(
      'INVALID_ARGUMENT cannot have a pet without a birthday',
    );
    expect(await findPlaces({})).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('changes nothing if one pet of a request is invalid', async () => {
    const [good, bad] = [toWire(sixPets[0] as Pet), { ...toWire(sixPets[1] as Pet), name: '\t ' }];
    expect(await catchFailure('AddPets', { pets: [good, bad] })).toBe(
      'INVALID_ARGUMENT cannot have a pet without a name',
    );
    const renamed = { ...good, id: ids[0], name: 'Ada' };
    expect(await catchFailure('UpdatePets', { pets: [renamed, { ...good, id: 'x' }] })).toBe(
      "INTERNAL pet with ID(x) doesn't exist",
    );
    expect(await search({})).toHaveLength(6);
    expect(await findPlaces({ names: ['Adam'] })).toEqual([0]);
  });

  it('trims blanks of names, in pets and in searches', async () => {
    await call(client, methods['AddPets'], { pets: [{ ...toWire(sixPets[0] as Pet), name: '  Rex\n' }] });
    expect(await search({ names: ['\tRex '] })).toMatchObject([{ name: 'Rex' }]);
  });
});

const isList = (names: readonly string[]) => (services: readonly { name: string }[]) =>
  JSON.stringify(services.map(({ name }) => name).sort()) === JSON.stringify(names.toSorted());

describe('a client without our code', () => {
  let store: RunningPetStore;
  let client: Client;
  beforeAll(async () => {
    store = await startPetStore({ address: '127.0.0.1:0' });
    client = new Client(store.address, credentials.createInsecure());
  });
  afterAll(async () => {
    client.close();
    await store.stop();
  });

  it('gets the health of the server, like a kubelet', async () => {
    const { Check } = getService(
      await loadByReflection(client, 'v1', 'grpc.health.v1.Health'),
      'grpc.health.v1.Health',
    );
    expect(await call(client, Check, {})).toEqual([{ status: 'SERVING' }]);
    expect(await call(client, Check, { service: 'petstore.PetStore' })).toEqual([{ status: 'SERVING' }]);
    await expect(call(client, Check, { service: 'cats' })).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('watches the health of the server until it stops', async () => {
    const { Watch } = (await loadHealth(client)) as { Watch: Method };
    const stopping = await startPetStore({ address: '127.0.0.1:0' });
    const watcher = new Client(stopping.address, credentials.createInsecure());
    const seen: object[] = [];
    const watch = watcher
      .makeServerStreamRequest(Watch.path, Watch.requestSerialize, Watch.responseDeserialize, {})
      .on('data', (answer: object) => seen.push(answer))
      .on('error', () => undefined);
    await expect.poll(() => seen).toEqual([{ status: 'SERVING' }]);
    const stopped = stopping.stop();
    await expect.poll(() => seen).toEqual([{ status: 'SERVING' }, { status: 'NOT_SERVING' }]);
    watch.cancel();
    watcher.close();
    await stopped;
  });
  const loadHealth = async (of: Client) =>
    getService(await loadByReflection(of, 'v1', 'grpc.health.v1.Health'), 'grpc.health.v1.Health');

  it('gets UNIMPLEMENTED for an unknown method', async () => {
    const { Check } = await loadHealth(client);
    const missing = { ...Check, path: '/petstore.PetStore/Cuddle' } as Method;
    await expect(call(client, missing, {})).rejects.toMatchObject({
      code: status.UNIMPLEMENTED,
    });
  });

  it.each(['v1', 'v1alpha'] as const)('gets a response to every kind of request to reflection %s', async (version) => {
    const known = loadSync(path.join(contract, `grpc/reflection/${version}/reflection.proto`), json);
    const { ServerReflectionInfo } = getService(known, `grpc.reflection.${version}.ServerReflection`);
    const ask = async (question: object) => (await call(client, ServerReflectionInfo, question))[0];
    const services = [
      'petstore.PetStore',
      'grpc.health.v1.Health',
      'grpc.reflection.v1.ServerReflection',
      'grpc.reflection.v1alpha.ServerReflection',
    ];
    expect(await ask({ list_services: '*' })).toMatchObject({
      list_services_response: { service: expect.toSatisfy(isList(services)) as unknown },
      original_request: { list_services: '*' },
    });
    const file = (name: string) => ({
      file_descriptor_response: { file_descriptor_proto: expect.arrayContaining([expect.anything()]) as unknown },
      original_request: { file_containing_symbol: name },
    });
    for (const name of [
      'petstore.PetStore.AddPets',
      'petstore.Pet.name',
      'petstore.PetType',
      'google.type.Date',
      'grpc.health.v1.HealthCheckResponse.ServingStatus',
    ]) {
      expect(await ask({ file_containing_symbol: name })).toMatchObject(file(name));
    }
    expect(await ask({ file_by_filename: 'google/type/date.proto' })).toMatchObject({ file_descriptor_response: {} });
    const notFound = { error_response: { error_code: status.NOT_FOUND } };
    expect(await ask({ file_containing_symbol: 'petstore.Cat' })).toMatchObject(notFound);
    expect(await ask({ file_by_filename: 'cats.proto' })).toMatchObject(notFound);
    expect(await ask({ all_extension_numbers_of_type: 'cats' })).toMatchObject(notFound);
    expect(
      await ask({ file_containing_extension: { containing_type: 'petstore.Pet', extension_number: 7 } }),
    ).toMatchObject(notFound);
    expect(await ask({})).toMatchObject({ error_response: { error_code: status.UNIMPLEMENTED } });
  });
});
