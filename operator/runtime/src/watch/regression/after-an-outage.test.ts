import { describe, expect, it } from 'vitest';

import { throwApiError, createScriptedWatch } from '../../../fixtures/scripted-watch.ts';
import { step } from '../watch-objects.ts';
import { type FailureKind, neverFailed, type WatchBackoff } from '../watch-backoff.ts';
import type { WatchMemory } from '../watch-state.ts';

const many: WatchBackoff = { failures: 6, lastFailureAt: 0 };
const fresh: WatchMemory = { failures: neverFailed, watchList: true, large: false, expired: false };

/**
 * How long a watch waits that has failed in these ways often, when it is now answered with `status`; 0 is no response.
 */
async function measureDelay(status: number, ...failed: readonly FailureKind[]): Promise<number | undefined> {
  const { context } = createScriptedWatch({ watch: throwApiError(status) });
  const failures = { ...neverFailed, ...Object.fromEntries(failed.map((kind) => [kind, many])) };
  const [next] = await step({ phase: 'listed', memory: { ...fresh, failures }, resourceVersion: '10' }, context);
  return next.phase === 'waiting' ? next.delayMs : undefined;
}

describe('a server that answers 410', () => {
  // id: fault-1
  it('after an outage is asked for a new list after the shortest wait, however many attempts failed', async () => {
    expect(await measureDelay(410, 'unanswered', 'refused')).toBe(800);
  });

  // id: fault-3
  it('again and again is asked less and less often, even if each list succeeds', async () => {
    expect(await measureDelay(410, 'expired')).toBe(15_000);
  });
});

describe('a server that refuses requests while it starts', () => {
  it('is asked again after the shortest wait, however long it did not answer before', async () => {
    for (const status of [403, 429, 500, 503]) expect(await measureDelay(status, 'unanswered')).toBe(800);
  });

  it('and keeps refusing is asked less and less often', async () => {
    for (const status of [403, 429, 500, 503]) expect(await measureDelay(status, 'refused')).toBe(15_000);
  });

  it('and stops answering again is not asked more often than before', async () => {
    expect(await measureDelay(0, 'unanswered')).toBe(15_000);
  });
});
