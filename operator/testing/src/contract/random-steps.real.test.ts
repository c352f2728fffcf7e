import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { gadgets } from './contract.ts';
import { serveInMemory } from './in-memory-server.ts';
import { answersOf, steps } from './random-steps.ts';
import { type RealServer, startRealServer } from './real-server.ts';

const timeLimitMs = 15_000;

let server: RealServer;

beforeAll(async () => {
  server = await startRealServer(true);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

it('both servers answer random requests in the same way', async () => {
  await using real = await server.scope();
  const { namespace } = real;
  const property = fc.asyncProperty(steps, async (asked) => {
    for (const { metadata } of (await gadgets(real).list({ namespace })).items) {
      await gadgets(real).delete({ namespace, name: metadata.name }, { propagation: 'Background' });
    }
    const expected = await answersOf(real, asked);
    expect(await answersOf(await serveInMemory(true), asked)).toEqual(expected);
  });
  await fc.assert(property, { numRuns: 1000, interruptAfterTimeLimit: timeLimitMs });
});
