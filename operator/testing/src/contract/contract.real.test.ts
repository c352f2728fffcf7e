import { afterAll, beforeAll, describe, it } from 'vitest';

import { allCases } from './index.ts';
import { type RealServer, startRealServer } from './real-server.ts';

const reads: ReadonlySet<string> = new Set(['lists', 'watches']);

describe.each([
  ['with WatchList', true],
  ['without WatchList', false],
])('the real API server %s', (_, watchList) => {
  let server: RealServer;

  beforeAll(async () => {
    server = await startRealServer(watchList);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  // Writes do not depend on WatchList: without it, only reads are tested again.
  const cases = Object.entries(allCases).filter(([about]) => watchList || reads.has(about));

  describe.each(cases)('%s', (_about, cases) => {
    for (const { title, run } of cases) {
      it(title, async () => {
        await using scope = await server.scope();
        await run(scope);
      });
    }
  });
});
