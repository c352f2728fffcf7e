import { expect, it } from 'vitest';

import { createScriptedRun } from '../../../fixtures/scripted-run.ts';
import { defineApi, t } from '../../api/index.ts';
import { ApiError } from '../../client/index.ts';
import { WorkQueue } from '../../queue/index.ts';
import { defineController } from '../../reconcile/index.ts';
import { runWorkers } from '../workers.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}), status: t.object({}) });

/** Returns when a key is reconciled while every call gets a 429. */
async function countVisits(retryAfterMs: number, forMs: number): Promise<readonly number[]> {
  const { getCache, clock, environment, logger, run } = createScriptedRun({
    ownerKind: Cafe,
    owner: { spec: {} },
    ownerKey: { namespace: 'default', name: 'home' },
  });
  const visits: number[] = [];
  const definition = defineController(Cafe, {
    async reconcile() {
      visits.push(clock.monotonic());
      throw new ApiError('apply', { status: 429, body: 'Too many requests', retryAfterMs });
    },
  });
  const queue = new WorkQueue({ clock });
  const stop = new AbortController();
  const leadership = { signal: new AbortController().signal, assertLeading: () => undefined };
  const primary = getCache(run().ownerKind);
  const memories = new Map();
  const options = { definition, clock, log: logger, queue, environment, memories, primary, leadership };
  const over = runWorkers({ ...options, stop: stop.signal, workers: 1 });
  queue.add('default/home');
  await clock.advance(forMs);
  stop.abort();
  await over;
  return visits;
}

// id: case-9
it('the next attempt waits for the Retry-After of the server instead of the backoff', async () => {
  expect(await countVisits(7_000, 14_000)).toEqual([0, 7_000, 14_000]);
});

it('the next attempt comes after a minute if the server requests a day', async () => {
  expect(await countVisits(86_400_000, 120_000)).toEqual([0, 60_000, 120_000]);
});
