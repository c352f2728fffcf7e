import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCases, type ContractCase, type ContractServer } from './index.ts';
import { gadgets } from './contract.ts';
import { serveInMemory } from './in-memory-server.ts';
import { answersOf, steps } from './random-steps.ts';
import { type RealServer, startRealServer } from './real-server.ts';

const reads: ReadonlySet<string> = new Set(['lists', 'pages', 'watches']);
const randomRuns = 150;

describe('the real API server with WatchList', () => {
  const server = useServer(true);
  describe.each(Object.entries(allCases))('%s', (_about, cases) => holds(server, cases));

  it('answers random requests as the one in memory does', async () => {
    const scope = await server().scope();
    const property = fc.asyncProperty(steps, async (asked) => {
      await deleteGadgets(scope);
      expect(await answersOf(await serveInMemory(true), asked)).toEqual(await answersOf(scope, asked));
    });
    await fc.assert(property, { numRuns: randomRuns });
  });
});

// Writes do not depend on WatchList: without it, only reads are tested again.
describe('the real API server without WatchList', () => {
  const server = useServer(false);
  const cases = Object.entries(allCases).filter(([about]) => reads.has(about));
  describe.each(cases)('%s', (_about, cases) => holds(server, cases));
});

function useServer(watchList: boolean): () => RealServer {
  let server: RealServer;
  beforeAll(async () => {
    server = await startRealServer(watchList);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });
  return () => server;
}

function holds(server: () => RealServer, cases: readonly ContractCase[]): void {
  for (const { title, run } of cases) {
    it(title, async () => {
      await run(await server().scope());
    });
  }
}

async function deleteGadgets(scope: ContractServer): Promise<void> {
  const { namespace } = scope;
  for (const { metadata } of (await gadgets(scope).list({ namespace })).items) {
    await gadgets(scope).delete({ namespace, name: metadata.name }, { propagation: 'Background' });
  }
}
