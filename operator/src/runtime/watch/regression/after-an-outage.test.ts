import { describe, expect, it } from 'vitest';

import { refuse, scriptWatch } from '../../../testing/scripted-watch.ts';
import { step } from '../step.ts';
import { noFailures, type WatchBackoff } from '../watch-backoff.ts';
import type { WatchMemory } from '../watch-state.ts';

const many: WatchBackoff = { failures: 6, lastFailureAt: 0 };
const fresh: WatchMemory = { backoff: noFailures, expiries: noFailures, watchList: true, expired: false };

/** How long a watch waits that is answered with 410. */
async function delayOf(memory: WatchMemory): Promise<number | undefined> {
  const { context } = scriptWatch({ watch: refuse(410) });
  const [next] = await step({ phase: 'listed', memory, resourceVersion: '10' }, context);
  return next.phase === 'waiting' ? next.delayMs : undefined;
}

describe('a server that has forgotten the resource version', () => {
  it('while it was away is asked for the newest after the shortest wait, however often it was looked for', async () => {
    expect(await delayOf({ ...fresh, backoff: many })).toBe(800);
  });

  it('again and again is asked less and less often, though each list succeeds', async () => {
    expect(await delayOf({ ...fresh, expiries: many })).toBe(30_000);
  });
});
