import { describe, expect, it } from 'vitest';

import { throwApiError, createScriptedWatch } from '../../../fixtures/scripted-watch.ts';
import { step } from '../watch-objects.ts';
import { type FailureKind, neverFailed, type WatchBackoff } from '../watch-backoff.ts';
import type { WatchMemory } from '../watch-state.ts';

const many: WatchBackoff = { failures: 6, lastFailureAt: 0 };
const fresh: WatchMemory = { failures: neverFailed, watchList: true, large: false, expired: false };

/** The wait of a watch after the failures `failed`, if the response is now `status`; 0 means no response. */
async function measureDelay(status: number, ...failed: readonly FailureKind[]): Promise<number | undefined> {
  const { context } = createScriptedWatch({ watch: throwApiError(status) });
  const failures = { ...neverFailed, ...Object.fromEntries(failed.map((kind) => [kind, many])) };
  const [next] = await step({ phase: 'listed', memory: { ...fresh, failures }, resourceVersion: '10' }, context);
  return next.phase === 'waiting' ? next.delayMs : undefined;
}

describe('a server that responds with 410', () => {
  // id: fault-1
  it('gets a new list after the shortest wait, even after an outage with many failed attempts', async () => {
    expect(await measureDelay(410, 'unanswered', 'refused')).toBe(800);
  });

  // id: fault-3
  it('gets fewer and fewer requests if that recurs, even if each list succeeds', async () => {
    expect(await measureDelay(410, 'expired')).toBe(15_000);
  });
});

describe('a server that rejects requests while it starts', () => {
  it('gets a request after the shortest wait, even after a long outage', async () => {
    for (const status of [403, 429, 500, 503]) expect(await measureDelay(status, 'unanswered')).toBe(800);
  });

  it('gets fewer and fewer requests if it keeps rejecting them', async () => {
    for (const status of [403, 429, 500, 503]) expect(await measureDelay(status, 'refused')).toBe(15_000);
  });

  it('gets no more requests than before if it stops responding again', async () => {
    expect(await measureDelay(0, 'unanswered')).toBe(15_000);
  });
});
