import path from 'node:path';

import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { isRecord } from '@kubewright/declaration';
import { formatApiVersion, formatKind, systemClock } from '@kubewright/runtime/internal/base';
import { type Client, connect } from '@kubewright/runtime/internal/client';
import { createInMemoryApiServer } from '@kubewright/testing';
import { buildPath } from '../api-server/contract.ts';
import { learnDefaults, type Observed } from './learn-defaults.ts';
import { podSamples, type Sample, samples } from './samples.ts';

const file = path.resolve(
  import.meta.dirname,
  '../../../operator/testing/src/in-memory-api-server/defaults/builtin-defaults.ts',
);
const namespace = 'default';
let real: Client;

beforeAll(async () => {
  ({ client: real } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
});

afterAll(async () => {
  await real.transport.close();
});

describe('the defaults of built-in kinds', () => {
  // With the flag `-u`, vitest writes the file of recorded defaults.
  it('are those of the real server, as recorded', async () => {
    const observed = await Promise.all(
      samples.map(async (sample) => ({ ...sample, stored: await create(real, sample) })),
    );
    const inPods = podSamples
      .map((sample) => observed[samples.indexOf(sample)])
      .map((each) => ({
        sent: getPodSpec(each?.body),
        stored: getPodSpec(each?.stored),
      }));
    const byKind = Map.groupBy(observed, ({ kind }) => formatKind(kind));
    const kinds = [...byKind].map(([kind, ofKind]) => [kind, learnDefaults(ofKind.map(omitPodSpec))] as const);
    const known = kinds.filter(([, table]) => Object.keys(table).length > 0).sort();
    await expect(await render(learnDefaults(inPods), Object.fromEntries(known))).toMatchFileSnapshot(file);
  });

  it.each(samples)('are filled in like on the real server: $kind.kind $body', async (sample) => {
    expect(await create(createInMemoryApiServer().client, sample)).toEqual(await create(real, sample));
  });

  it.each(samples)('are not owned by who applies without them: $kind.kind $body', async (sample) => {
    const memory = createInMemoryApiServer().client;
    expect(await listOwned(memory, sample)).toEqual(await listOwned(real, sample));
  });
});

/** Creates an object in a dry run. Returns it without values that differ between servers. */
async function create({ transport }: Client, { kind, body }: Sample): Promise<object> {
  const request = { path: buildPath({ namespace }, kind), query: { dryRun: 'All' } } as const;
  const sent = {
    apiVersion: formatApiVersion(kind),
    kind: kind.kind,
    metadata: { namespace, name: 'defaults' },
    ...body,
  };
  const answer = await transport.call({ method: 'POST', ...request, body: sent });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return omitAssigned(answer.body as Record<string, unknown>);
}

async function listOwned({ transport }: Client, { kind, body }: Sample): Promise<unknown> {
  const metadata = { namespace, name: 'defaults' };
  const answer = await transport.call({
    ...{ method: 'PATCH', contentType: 'application/apply-patch+yaml' },
    path: buildPath({ namespace }, kind, 'defaults'),
    query: { dryRun: 'All', fieldManager: 'a' },
    body: { apiVersion: formatApiVersion(kind), kind: kind.kind, metadata, ...body },
  });
  const { managedFields = [] } = (
    answer.body as { metadata: { managedFields?: { manager: string; fieldsV1: object }[] } }
  ).metadata;
  return managedFields.filter(({ manager }) => manager === 'a').map(({ fieldsV1 }) => fieldsV1);
}

/** Fields with values that the API server chooses for each object or cluster. */
const assigned = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'nodePort', 'storageClassName'];

function omitAssigned({
  metadata: _metadata,
  apiVersion: _version,
  kind,
  status: _status,
  ...rest
}: Record<string, unknown>): object {
  const text = JSON.stringify(rest, (name, value: unknown) => (assigned.includes(name) ? undefined : value));
  const parsed = JSON.parse(text) as { spec?: { selector?: unknown; template?: { metadata?: unknown } } };
  // The API server selects the Pods of a Job by its uid.
  if (kind === 'Job') delete parsed.spec?.selector;
  if (kind === 'Job') delete parsed.spec?.template?.metadata;
  return parsed;
}

function getPodSpec(object: object | undefined): object {
  const { spec } = (object ?? {}) as { spec?: { template?: { spec?: object } } };
  return spec?.template?.spec ?? {};
}

/** Omits the spec of Pods, whose defaults are in a table of their own. */
function omitPodSpec({ body, stored }: Sample & { readonly stored: object }): Observed {
  return { sent: omitTemplate(body) as object, stored: omitTemplate(stored) as object };
}

function omitTemplate(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'template');
  return Object.fromEntries(members.map(([name, member]) => [name, omitTemplate(member)]));
}

async function render(pod: object, kinds: object): Promise<string> {
  const text = `/**
 * Defaults by path, as the real server fills them in. Written by \`test/contract/defaults\`: do not edit.
 *
 * @module
 */
type Defaults = Readonly<Record<string, unknown>>;

/** Below the spec of a Pod. */
export const podSpecDefaults: Defaults = ${JSON.stringify(pod)};

/** Of each kind. */
export const kindDefaults: Readonly<Record<string, Defaults>> = ${JSON.stringify(kinds)};
`;
  return format(text, { ...(await resolveConfig(file)), parser: 'typescript' });
}
