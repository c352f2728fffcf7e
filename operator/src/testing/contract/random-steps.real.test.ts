import { randomBytes } from 'node:crypto';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { systemClock } from '../../runtime/base/index.ts';
import { type Client, connect } from '../../runtime/client/index.ts';
import { CustomResourceDefinition, Namespace } from '../../runtime/kinds/index.ts';
import { Gadget, gadgets } from './contract.ts';
import { serveInMemory } from './in-memory-server.ts';
import { answersOf, steps } from './random-steps.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly kubeconfigPath: string;
  }
}

const namespace = `contract-${randomBytes(4).toString('hex')}`;
let client: Client;

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
  await client.resource(CustomResourceDefinition).apply(Gadget.crd, { fieldManager: 'contract', force: true });
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await expect.poll(() => client.resource(Gadget).list({ namespace }), { timeout: 20_000 }).toBeDefined();
});

afterAll(async () => {
  await client.resource(Namespace).delete({ name: namespace }, { propagation: 'Background' });
  await client.transport.close();
});

it('both servers answer the same to whatever is asked of them', { timeout: 60_000 }, async () => {
  const property = fc.asyncProperty(steps, async (asked) => {
    const real = { client, namespace, watchList: true, forgottenVersion: async () => '1' };
    for (const { metadata } of (await gadgets(real).list({ namespace })).items) {
      await gadgets(real).delete({ namespace, name: metadata.name }, { propagation: 'Background' });
    }
    const expected = await answersOf(real, asked);
    expect(await answersOf(await serveInMemory(true), asked)).toEqual(expected);
  });
  await fc.assert(property, { numRuns: 1000, interruptAfterTimeLimit: 15_000, endOnFailure: true });
});
