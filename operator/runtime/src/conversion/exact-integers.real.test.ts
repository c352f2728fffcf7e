import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';

import { defineApi, type JsonSchema, t } from '../api/index.ts';
import { silentLogger, systemClock } from '../base/index.ts';
import { createAuthority } from '../certificates/authority.ts';
import { type Client, connect, unchecked } from '../client/index.ts';
import { CustomResourceDefinition } from '../kinds/index.ts';
import { createConversions } from './answer-conversion.ts';
import { defineConversion } from './define-conversion.ts';
import { spoke } from './spoke.ts';

const group = `i${randomBytes(3).toString('hex')}.integers.example`;
const identity = { group, kind: 'Meter' } as const;
const free = t.optional(t.unknown());
const MeterV1 = defineApi({
  ...identity,
  version: 'v1',
  spec: t.object({ bytes: t.integer({ format: 'int64' }), free }),
});
const MeterV2 = defineApi({
  ...{ ...identity, version: 'v2' },
  spec: t.object({ count: t.integer(), free, half: t.optional(t.integer()) }),
});
const conversion = defineConversion(
  MeterV2,
  [
    spoke(MeterV1, {
      toHub: ({ spec: { bytes, free: same } }) => {
        const calculates = (same as { calculates?: boolean } | undefined)?.calculates === true;
        return { spec: { count: bytes, free: same, half: calculates ? bytes / 2 : undefined } };
      },
      fromHub: ({ spec: { count, free: same } }) => ({ spec: { bytes: count, free: same } }),
    }),
  ],
  { storageVersion: MeterV1 },
);
const { crd } = conversion;
const [safe, unsafe] = ['9007199254740991', '9007199254740993'];

/** Puts an integer into the text of a request without rounding it. */
const toRawNumber = (digits: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits);

let client: Client;
let server: Server;
let clientConfig: object;

/** Builds the CRD. Without bounds it equals the CRD of a release before integers had bounds. */
const buildCrd = (mapSchema: (schema: JsonSchema) => JsonSchema, stored: string) => ({
  ...crd,
  spec: {
    ...crd.spec,
    versions: crd.spec.versions.map(({ schema, ...version }) => ({
      ...{ ...version, storage: version.name === stored },
      schema: { openAPIV3Schema: mapSchema(schema.openAPIV3Schema) },
    })),
    conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } },
  },
});
const removeBounds = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    ['minimum', 'maximum'].includes(name) && typeof value === 'number' ? undefined : value,
  ) as JsonSchema;
const apply = (object: object): Promise<unknown> =>
  client.resource(unchecked(CustomResourceDefinition)).apply(object as never, { fieldManager: 'test', force: true });

const buildPath = (version: string, name = ''): string => `/apis/${group}/${version}/namespaces/default/meters/${name}`;
const call = (method: 'POST' | 'PATCH' | 'GET', at: string, sent: { body?: unknown; contentType?: string } = {}) =>
  client.transport.call({ method, path: at, ...sent });
const create = (name: string, bytes: string, more: object = {}) => {
  const spec = { bytes: toRawNumber(bytes), ...more };
  return call('POST', buildPath('v1'), {
    body: { apiVersion: `${group}/v1`, kind: 'Meter', metadata: { name }, spec },
  });
};

/** Whether a field has this integer. Compares the response as text, because parsing would round it. */
async function has(at: string, field: string, digits: string): Promise<boolean> {
  const body = [{ op: 'test', path: `/spec/${field}`, value: toRawNumber(digits) }];
  const { status } = await call('PATCH', `${at}?dryRun=All`, { body, contentType: 'application/json-patch+json' });
  return status === 200;
}

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
  const hosts = [{ type: 'ip', value: '127.0.0.1' }] as const;
  const authority = await createAuthority('integers', { clock: systemClock, validDays: 1 });
  const { certificate: cert, key } = await authority.issue({ commonName: 'integers', usages: ['server'], hosts });
  const answer = createConversions({ conversions: [conversion], clock: systemClock, logger: silentLogger });
  server = createServer({ cert, key }, (request, response) => {
    void text(request)
      .then((body) => answer({ path: conversion.webhook.path, query: new URLSearchParams(), body }))
      .then(({ status, contentType, body }) => response.writeHead(status, { 'content-type': contentType }).end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const caBundle = Buffer.from(authority.certificate).toString('base64');
  clientConfig = { url: `https://127.0.0.1:${String(port)}${conversion.webhook.path}`, caBundle };
  await apply(buildCrd(removeBounds, 'v1'));
  await vi.waitFor(async () => expect((await call('GET', buildPath('v2'))).status).toBe(200), { timeout: 30_000 });
  expect((await create('greatest', safe, { free: { deep: [toRawNumber(unsafe)] } })).status).toBe(201);
  expect((await create('beyond', unsafe)).status).toBe(201);
  expect((await create('calculating', unsafe, { free: { calculates: true } })).status).toBe(201);
});

/**
 * Makes the object convertible and deletes the CRD: the API server deletes neither the CRD nor any namespace while an
 * object cannot be converted, because it lists the objects of every kind.
 */
async function deleteDefinition(): Promise<void> {
  const definitions = client.resource(CustomResourceDefinition);
  const { spec, ...rest } = buildCrd(removeBounds, 'v2');
  await apply({ ...rest, spec: { ...spec, conversion: { strategy: 'None' } } });
  await definitions.delete(crd.metadata, { propagation: 'Background' });
  await vi.waitFor(async () => expect(await definitions.tryGet(crd.metadata)).toBeUndefined(), { timeout: 60_000 });
}

afterAll(async () => {
  await deleteDefinition();
  await client.transport.close();
  server.closeAllConnections();
  server.close();
});

it('an integer is the same in every version, even beyond 2^53', async () => {
  expect(await has(buildPath('v2', 'greatest'), 'count', safe)).toBe(true);
  expect(await has(buildPath('v2', 'greatest'), 'free/deep/0', unsafe)).toBe(true);
  expect(await has(buildPath('v2', 'beyond'), 'count', unsafe)).toBe(true);
  expect(await has(buildPath('v2', 'beyond'), 'count', '9007199254740992')).toBe(false);
});

it('an object is rejected, with the field, if a function calculates with such an integer', async () => {
  const { status, body } = await call('GET', buildPath('v2', 'calculating'));
  expect(status).toBe(500);
  expect(JSON.stringify(body)).toContain(`from v1 to v2: spec.bytes: Invalid value: ${unsafe}: toHub of v1 cannot`);
});

it('the CRD rejects integers beyond 2^53, and stored objects keep theirs when they are rewritten', async () => {
  await apply(buildCrd((schema) => schema, 'v2'));
  await expect.poll(async () => (await create('refused', unsafe)).status, { timeout: 30_000 }).toBe(422);
  expect((await create('accepted', safe)).status).toBe(201);
  expect(await has(buildPath('v2', 'accepted'), 'count', safe)).toBe(true);

  const rewrite = (name: string) =>
    call('PATCH', buildPath('v2', name), { body: {}, contentType: 'application/merge-patch+json' });
  expect((await rewrite('greatest')).status).toBe(200);
  expect((await rewrite('beyond')).status).toBe(200);
  expect((await rewrite('calculating')).status).toBe(500);
  expect(await has(buildPath('v1', 'greatest'), 'bytes', safe)).toBe(true);
  expect(await has(buildPath('v1', 'greatest'), 'free/deep/0', unsafe)).toBe(true);
  expect(await has(buildPath('v1', 'beyond'), 'bytes', unsafe)).toBe(true);
  // A GET, because a patch would convert the object.
  const { lines } = await client.transport.stream({ method: 'GET', path: buildPath('v1', 'calculating') });
  let read = '';
  for await (const line of lines) read += line;
  expect(read).toContain(`"bytes":${unsafe}`);
});
