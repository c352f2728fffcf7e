import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { formatApiVersion, systemClock } from '@kubewright/runtime/internal/base';
import { type Client, connect, unchecked } from '@kubewright/runtime/internal/client';
import { CustomResourceDefinition, Namespace } from '@kubewright/runtime/kinds';
import { createInMemoryApiServer } from '@kubewright/testing';
import { awaitSoon, buildPath } from '../api-server/contract.ts';
import { ruleCases } from './rule-cases.ts';
import { buildRuledKind, listOwnKinds, ownObjects, type RuledKind } from './ruled-kinds.ts';

const namespace = `rules-${randomBytes(3).toString('hex')}`;
const ruled = buildRuledKind(`${namespace}.kubewright.dev`);
const own = listOwnKinds(`own.${namespace}.kubewright.dev`);
const memory = createInMemoryApiServer({ kinds: [ruled, ...own] }).client;
let real: Client;

beforeAll(async () => {
  ({ client: real } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
  await real.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const definitions = real.resource(unchecked(CustomResourceDefinition));
  for (const { crd } of [ruled, ...own]) await definitions.create(crd);
  for (const kind of [ruled, ...own]) {
    const path = buildPath({ namespace }, kind);
    await awaitSoon(async () => (await real.transport.call({ method: 'GET', path })).status === 200);
  }
});

afterAll(async () => {
  const definitions = real.resource(CustomResourceDefinition);
  for (const { crd } of [ruled, ...own])
    await definitions.delete({ name: crd.metadata.name }, { propagation: 'Background' });
  await real.resource(Namespace).delete({ name: namespace }, { propagation: 'Background' });
  await real.transport.close();
});

describe('rules of CRDs get the same answers in memory:', () => {
  it.each(Object.entries(ruleCases))('%s', async (field, { accepted = [], rejected = [], ...about }) => {
    for (const value of [...accepted, ...rejected]) {
      const body = build(ruled, 'a', { [field]: value });
      await compare((client) => create(client, ruled, body), { is: accepted.includes(value), value });
    }
    const { acceptedChanges = [], rejectedChanges = [] } = about;
    for (const change of [...acceptedChanges, ...rejectedChanges]) {
      const is = acceptedChanges.includes(change);
      await compare((client) => update(client, field, change), { is, value: change });
    }
  });

  it.each(own)('$kind', async (kind) => {
    for (const { name, spec } of ownObjects) {
      const body = build(kind, name, spec);
      const send = (client: Client): Promise<Answer> => create(client, kind, body);
      expect([name, await send(memory)]).toEqual([name, await send(real)]);
    }
  });
});

interface Answer {
  readonly status: number;
  readonly causes: readonly string[];
}

async function compare(
  send: (client: Client) => Promise<Answer>,
  { is, value }: { readonly is: boolean; readonly value: unknown },
): Promise<void> {
  const expected = await send(real);
  expect([value, expected.status < 300, expected.causes]).toEqual([value, is, is ? [] : expected.causes]);
  expect([value, await send(memory)]).toEqual([value, expected]);
}

function build(kind: RuledKind, name: string, spec?: object): object {
  return { apiVersion: formatApiVersion(kind), kind: kind.kind, metadata: { namespace, name }, ...(spec && { spec }) };
}

async function create(client: Client, kind: RuledKind, body: object): Promise<Answer> {
  const path = buildPath({ namespace }, kind);
  return toAnswer(await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body }));
}

async function update(client: Client, field: string, [from, to]: readonly [unknown, unknown]): Promise<Answer> {
  const path = buildPath({ namespace }, ruled);
  const one = `${path}/b`;
  await client.transport.call({ method: 'DELETE', path: one });
  const made = await client.transport.call({ method: 'POST', path, body: build(ruled, 'b', { [field]: from }) });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const body = build(ruled, 'b', { [field]: to }) as { metadata: object };
  const { resourceVersion } = (made.body as { metadata: { resourceVersion: string } }).metadata;
  const sent = { ...body, metadata: { ...body.metadata, resourceVersion } };
  return toAnswer(await client.transport.call({ method: 'PUT', path: one, body: sent }));
}

function toAnswer({ status, body }: { readonly status: number; readonly body: unknown }): Answer {
  const { details } = body as { details?: { causes?: { field: string; reason: string; message: string }[] } };
  const causes = (details?.causes ?? []).map(({ field, reason, message }) => `${field}: ${reason}: ${message}`);
  return { status, causes: status < 300 ? [] : causes.map(hideFunctionError).sort() };
}

/** Hides error messages of string functions, which differ between the CEL libraries. */
function hideFunctionError(cause: string): string {
  return cause.replace(/(?<="string": ).* (?=evaluating rule: )/s, '');
}
