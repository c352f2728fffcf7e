import { describe, it } from 'vitest';

import { startInMemoryServer } from './in-memory-server.ts';
import { allCases } from './index.ts';

describe.each([
  ['with WatchList', true],
  ['without WatchList', false],
])('the API server in memory %s', (_, watchList) => {
  describe.each(Object.entries(allCases))('%s', (_about, cases) => {
    for (const { title, run } of cases) it(title, async () => run(await startInMemoryServer(watchList)));
  });
});
