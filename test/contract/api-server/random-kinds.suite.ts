import { randomBytes } from 'node:crypto';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { systemClock } from '@kubewright/runtime/internal/base';
import { type Client, unchecked } from '@kubewright/runtime/internal/client';
import { CustomResourceDefinition, Namespace } from '@kubewright/runtime/kinds';
import { createInMemoryApiServer } from '@kubewright/testing';
import { type ContractServer, buildPath, awaitSoon } from './contract.ts';
import { type RandomKind, sampleKinds } from './random-kinds.ts';
import { sendWrites, arbitraryWrites } from './random-writes.ts';

/** How much to compare. */
export interface Size {
  readonly kinds: number;
  /** The number of write sequences for each kind. */
  readonly sequences: number;
  /** The seed of the generator: another one gives other kinds. */
  readonly seed: number;
}

/**
 * Sends the same writes of objects of random kinds to a real API server and to the in-memory one, and compares the
 * responses.
 */
export function testRandomKinds(client: () => Promise<Client>, { kinds: count, sequences, seed }: Size): void {
  const name = `random-${randomBytes(3).toString('hex')}`;
  const kinds = sampleKinds(`${name}.kubewright.dev`, count, seed);
  let real: ContractServer;

  beforeAll(async () => {
    real = createContractServer(await client(), name);
    await real.client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const definitions = real.client.resource(unchecked(CustomResourceDefinition));
    await Promise.all(kinds.map(async ({ crd }) => definitions.create(crd)));
    for (const kind of kinds) await awaitSoon(() => isServed(real, kind));
  });

  afterAll(async () => {
    const definitions = real.client.resource(CustomResourceDefinition);
    for (const { crd } of kinds) await definitions.delete({ name: crd.metadata.name }, { propagation: 'Background' });
    await real.client.resource(Namespace).delete({ name }, { propagation: 'Background' });
    await real.client.transport.close();
  });

  it.each(kinds)('the API server in memory answers writes of $kind like the real one', async (kind) => {
    const property = fc.asyncProperty(arbitraryWrites(kind), async (writes) => {
      for (const path of ['x', 'y'].map((each) => buildPath(real, kind, each)))
        await real.client.transport.call({ method: 'DELETE', path });
      const memory = createContractServer(createInMemoryApiServer({ kinds: [kind], clock: systemClock }).client, name);
      expect(await sendWrites(memory, kind, writes)).toEqual(await sendWrites(real, kind, writes));
    });
    await fc.assert(property, { numRuns: sequences, seed });
  });
}

function createContractServer(client: Client, namespace: string): ContractServer {
  return { client, namespace, watchList: true, forgottenVersion: async () => '1' };
}

async function isServed(server: ContractServer, kind: RandomKind): Promise<boolean> {
  return (await server.client.transport.call({ method: 'GET', path: buildPath(server, kind) })).status === 200;
}
