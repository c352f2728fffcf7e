import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { formatApiVersion, type Kind, type KubeObject, systemClock } from '@kubewright/runtime/internal/base';
import { type Client, connect, unchecked } from '@kubewright/runtime/internal/client';
import { Namespace, ServiceAccount } from '@kubewright/runtime/kinds';
import { createInMemoryApiServer, failing } from '@kubewright/testing';
import { readStatus, type SimulatedCase, simulatedCases } from './simulated-cases.ts';

const soon = { timeout: 60_000, interval: 50 };
let real: Client;

beforeAll(async () => {
  ({ client: real } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
});

afterAll(async () => {
  await real.transport.close();
});

describe('a simulated status is that of the real controllers:', () => {
  it.for(simulatedCases)('$title', async (about) => {
    const namespace = `simulate-${randomBytes(4).toString('hex')}`;
    await real.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    await expect.poll(() => real.resource(ServiceAccount).tryGet({ namespace, name: 'default' }), soon).toBeDefined();
    const memory = createInMemoryApiServer();
    memory.simulate([about.fails === true ? failing(about.kind) : about.kind]);
    await write(memory.client, about, namespace);
    await write(real, about, namespace);
    if (about.then !== undefined) {
      await settle(about, memory.client, namespace);
      for (const client of [memory.client, real]) await change(client, about, namespace);
    }
    await settle(about, memory.client, namespace);
    await real.resource(Namespace).delete({ name: namespace }, { propagation: 'Background' });
  });
});

const resource = (client: Client, { kind }: SimulatedCase) => client.resource(unchecked(kind as Kind));

async function write(client: Client, about: SimulatedCase, namespace: string): Promise<void> {
  const { kind, spec } = about;
  const type = { apiVersion: formatApiVersion(kind), kind: kind.kind };
  await resource(client, about).create({ ...type, metadata: { namespace, name: 'a' }, spec });
}

async function change(client: Client, about: SimulatedCase, namespace: string): Promise<void> {
  await resource(client, about).mergePatch({ namespace, name: 'a' }, { spec: about.then });
}

/** Waits until the real status equals the simulated one. */
async function settle(about: SimulatedCase, memory: Client, namespace: string): Promise<void> {
  const read = (client: Client): Promise<KubeObject> => resource(client, about).get({ namespace, name: 'a' });
  const expected = readStatus(await read(memory));
  await expect
    .poll(async () => {
      await about.breakIt?.(real, namespace);
      return readStatus(await read(real));
    }, soon)
    .toEqual(expected);
}
