import { expect, it } from 'vitest';

import { scriptRun } from '../../../testing/scripted-run.ts';
import { defineApi, t } from '../../api/index.ts';
import { ApiError } from '../../client/index.ts';
import { createWorkQueue } from '../../queue/index.ts';
import { defineController } from '../../reconcile/index.ts';
import { runWorkers } from '../workers.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}), status: t.object({}) });

it('a server that asks to be left alone for a while is left alone so long, whatever the backoff is', async () => {
  const { clock, environment, logger, run } = scriptRun({
    ownerKind: Cafe,
    owner: { spec: {} },
    ownerKey: { namespace: 'default', name: 'home' },
  });
  const visits: number[] = [];
  const definition = defineController(Cafe, {
    async reconcile() {
      visits.push(clock.monotonic());
      throw new ApiError('apply', { status: 429, body: 'Too many requests', retryAfterMs: 7000 });
    },
  });
  const queue = createWorkQueue({ clock });
  const stop = new AbortController();
  const leadership = { signal: new AbortController().signal, assertLeading: () => undefined };
  const primary = environment.cacheOf(run().ownerKind);
  const memories = new Map();
  const options = { definition, clock, log: logger, queue, environment, memories, primary, leadership };
  const over = runWorkers({ ...options, stop: stop.signal, workers: 1 });
  queue.add('default/home');
  await clock.advance(14_000);
  expect(visits).toEqual([0, 7000, 14_000]);
  stop.abort();
  await over;
});
