import { expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createScriptedTransport } from '../../fixtures/scripted-transport.ts';
import { silentLogger } from '../base/index.ts';
import { createClient } from '../client/index.ts';
import { ConfigMap, Deployment } from '../kinds/index.ts';
import { WatchedCaches } from './caches.ts';

it('the states of caches have whether each is synced, and why its watch was last retried', async () => {
  const clock = createFakeClock();
  const forbidden = { kind: 'Status', reason: 'Forbidden', message: 'deployments.apps is forbidden', code: 403 };
  const transport = createScriptedTransport({
    call: ({ path }) =>
      path.endsWith('/deployments')
        ? { status: 403, body: forbidden }
        : { status: 200, body: { items: [], metadata: { resourceVersion: '7' } } },
  });
  const caches = new WatchedCaches({
    client: createClient(transport),
    clock,
    logger: silentLogger,
    fieldManagers: [],
    watchList: false,
  });
  caches.of(ConfigMap);
  caches.of(Deployment);
  expect(caches.states).toEqual([
    { kind: 'ConfigMap', synced: false },
    { kind: 'Deployment.apps', synced: false },
  ]);
  const stop = new AbortController();
  const running = caches.run(stop.signal);
  await clock.settle();
  const [configMaps, deployments] = caches.states;
  expect(configMaps).toMatchObject({ synced: true });
  expect(deployments).toMatchObject({ synced: false, problem: expect.stringContaining('is forbidden') as string });
  stop.abort();
  await running;
});
