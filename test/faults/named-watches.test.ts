import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { formatApiVersion, silentLogger, systemClock } from '../../operator/runtime/src/base/index.ts';
import { WatchedCaches } from '../../operator/runtime/src/cache/index.ts';
import { type Client, connect } from '../../operator/runtime/src/client/index.ts';
import { Secret } from '../../operator/runtime/src/kinds/index.ts';
import { type ControlPlane, startControlPlane } from '../../operator/testing/src/index.ts';
import { mapParallel } from '../support/map-parallel.ts';
import { until } from '../support/until.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';

const keys = Array.from({ length: 250 }, (_, index) => ({ namespace: 'default', name: `secret-${String(index)}` }));
const typed = { apiVersion: formatApiVersion(Secret), kind: 'Secret' };
const limits = { timeoutMs: 120_000, everyMs: 100 };

let controlPlane: ControlPlane;
let admin: Client;

beforeAll(async () => {
  controlPlane = await startControlPlane({ components: { controllerManager: false, scheduler: false, kwok: false } });
  admin = (await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock })).client;
  await mapParallel(keys, 8, (metadata) => admin.resource(Secret).create({ ...typed, metadata }));
}, 300_000);

afterAll(async () => {
  await admin.transport.close();
  await controlPlane[Symbol.asyncDispose]();
});

/** Creates a cache that watches all Secrets by name, through a proxy. */
async function watchAll(name: string) {
  const proxy = await startTcpProxy(controlPlane, name);
  const { client } = await connect({ kubeconfig: proxy.kubeconfigPath, clock: systemClock });
  const caches = new WatchedCaches({ client, clock: systemClock, logger: silentLogger, fieldManagers: [] });
  const { cache, addScope } = caches.scoped(Secret);
  for (const key of keys) addScope(key);
  const end = new AbortController();
  const running = caches.run(end.signal);
  await cache.waitForSync(AbortSignal.timeout(120_000));
  const isUpToDate = (value: string): boolean =>
    cache.list().every(({ metadata }) => metadata.labels?.['round'] === value);
  return {
    proxy,
    /** Changes every Secret, and waits until the cache shows that. */
    async change(round: string): Promise<void> {
      await changeAll(round);
      await until(`the cache shows ${round}`, () => Promise.resolve(isUpToDate(round)), limits);
    },
    waitUntilUpToDate: (round: string) =>
      until(`the cache shows ${round}`, () => Promise.resolve(isUpToDate(round)), limits),
    async [Symbol.asyncDispose]() {
      end.abort();
      await running;
      await client.transport.close();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

const changeAll = (round: string) =>
  mapParallel(keys, 8, (key) => admin.resource(Secret).mergePatch(key, { metadata: { labels: { round } } }));

const causes: readonly (readonly [string, (proxy: TcpProxy) => Promise<void> | void])[] = [
  [
    'the API server is asked to stop, and starts again',
    () => controlPlane.restart('kube-apiserver', { graceMs: 2_000 }),
  ],
  ['the API server is killed, and starts again', () => controlPlane.restart('kube-apiserver')],
  ['all connections are reset', (proxy) => proxy.reset()],
  ['all connections go silent', (proxy) => proxy.blackHole()],
];

describe('hundreds of watches by name', () => {
  it('share few connections', async () => {
    await using watches = await watchAll('few');
    await watches.change('shared');
    // Three connections for the watches, and up to 16 for lists.
    expect(watches.proxy.mostOpen).toBeLessThanOrEqual(20);
  });

  it.each(causes)('resume without a missed change after %s', async (what, cause) => {
    await using watches = await watchAll(`after-${String(causes.findIndex(([each]) => each === what))}`);
    await watches.change('before');
    await cause(watches.proxy);
    await changeAll('meanwhile');
    await watches.waitUntilUpToDate('meanwhile');
    await watches.change('afterwards');
  });
}, 300_000);
