import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ControlPlane } from '@kubewright/testing';
import { allCases, type ContractCase, type ContractServer } from './index.ts';
import { gadgets } from './contract.ts';
import { startInMemoryServer } from './in-memory-server.ts';
import { collectAnswers, steps } from './random-steps.ts';
import { type RealServer, serveContract } from './real-server.ts';

const reads: ReadonlySet<string> = new Set(['lists', 'pages', 'watches']);
const randomRuns = 150;

/** Runs the contract cases against the API server of a control plane with WatchList and a compacted history. */
export function testContract(controlPlane: () => ControlPlane): void {
  const server = useServer(controlPlane, true);
  describe.each(Object.entries(allCases))('%s', (_about, cases) => testCases(server, cases));

  it('answers random requests like the one in memory', async () => {
    const scope = await server().scope();
    const property = fc.asyncProperty(steps, async (asked) => {
      await deleteGadgets(scope);
      expect(await collectAnswers(await startInMemoryServer(true), asked)).toEqual(await collectAnswers(scope, asked));
    });
    await fc.assert(property, { numRuns: randomRuns });
  });
}

/**
 * Runs the contract cases about reads against the API server of a control plane without WatchList, with a compacted
 * history. Writes do not depend on WatchList.
 */
export function testReadsWithoutWatchList(controlPlane: () => ControlPlane): void {
  const server = useServer(controlPlane, false);
  const cases = Object.entries(allCases).filter(([about]) => reads.has(about));
  describe.each(cases)('%s', (_about, cases) => testCases(server, cases));
}

function useServer(controlPlane: () => ControlPlane, watchList: boolean): () => RealServer {
  let server: RealServer;
  beforeAll(async () => {
    server = await serveContract(controlPlane(), watchList);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });
  return () => server;
}

function testCases(server: () => RealServer, cases: readonly ContractCase[]): void {
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
