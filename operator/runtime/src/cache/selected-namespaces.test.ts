import { afterEach, describe, expect, it } from 'vitest';

import { createInMemoryApiServer } from '../../../testing/src/in-memory-api-server/index.ts';
import type { FakeClock } from '../../../testing/src/fake-clock.ts';
import { type Kind, neverAborted, silentLogger } from '../base/index.ts';
import { ConfigMap, Namespace, Node } from '../kinds/index.ts';
import { WatchedCaches } from './caches.ts';

const Route: Kind = { group: 'example.com', version: 'v1', kind: 'Route', plural: 'routes', namespaced: true };
const stops: AbortController[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

function setUp() {
  const server = createInMemoryApiServer({ kinds: [Route] });
  const clock = server.clock as FakeClock;
  const caches = new WatchedCaches({
    ...{ client: server.client, clock, logger: silentLogger, fieldManagers: [] },
    namespaceSelector: 'team=a',
  });
  const stop = new AbortController();
  stops.push(stop);
  const create = async (name: string, team: string) => {
    await server.client.resource(Namespace).create({ metadata: { name, labels: { team } } });
    await server.client.resource(ConfigMap).create({ metadata: { namespace: name, name: `of-${name}` } });
  };
  const label = (name: string, team: string) =>
    server.client.resource(Namespace).mergePatch({ name }, { metadata: { labels: { team } } });
  const maps = caches.of(ConfigMap);
  const listHeld = (): string[] =>
    maps
      .list()
      .map(({ metadata }) => metadata.name)
      .sort();
  const start = async () => {
    const running = caches.run(stop.signal);
    await clock.settle();
    return { running };
  };
  return { caches, clock, create, label, listHeld, maps, server, start, stop };
}

describe('namespaces by label', () => {
  it('are watched one by one, and followed: one that is labelled is added, one that is not any more is let go', async () => {
    const { clock, create, label, listHeld, maps, server, start } = setUp();
    await create('one', 'a');
    await create('two', 'b');
    await start();
    expect([maps.synced, listHeld()]).toEqual([true, ['of-one']]);
    const watched = server.requests().filter(({ kind, verb }) => kind === 'ConfigMap' && verb === 'watch');
    expect(watched.map(({ namespace }) => namespace)).toEqual(['one']);

    await label('two', 'a');
    await clock.settle();
    expect(listHeld()).toEqual(['of-one', 'of-two']);

    const gone: string[] = [];
    maps.onChange(({ key, after }) => {
      if (after === undefined) gone.push(key.name);
    });
    await label('one', 'b');
    await clock.settle();
    expect([listHeld(), gone, maps.synced]).toEqual([['of-two'], ['of-one'], true]);

    await label('two', 'b');
    await clock.settle();
    expect([listHeld(), server.openWatches]).toEqual([[], 1]);
  });

  it('are not known before the API server has listed them: no cache is synced until then', async () => {
    const { caches, clock, maps, server, start } = setUp();
    const failing = server.fail({ kind: 'Namespace' }, 403, { times: 100 });
    await start();
    expect([maps.synced, caches.states]).toMatchObject([
      false,
      [
        { kind: 'ConfigMap', synced: false },
        { kind: 'Namespace', synced: false, problem: expect.stringContaining('rejects') as string },
      ],
    ]);

    failing[Symbol.dispose]();
    await clock.advance(2_000);

    await caches.waitForSync(neverAborted);
    expect(caches.states.map(({ synced }) => synced)).toEqual([true, true]);
  });

  it('do not limit cluster-scoped kinds', async () => {
    const { caches, server, start } = setUp();
    const nodes = caches.of(Node);
    await server.client.resource(Node).create({ metadata: { name: 'n' } });
    await start();

    expect(nodes.size).toBe(1);
  });

  it('limit optional kinds, too', async () => {
    const { caches, clock, create, server, start } = setUp();
    await create('one', 'a');
    const routes = caches.of(Route, { optional: true });
    await start();
    const open = server.openWatches;
    await create('three', 'a');
    await clock.settle();
    expect([routes.isPresent, open, server.openWatches]).toEqual([true, 3, 5]);

    server.stopServing(Route);
    await clock.settle();
    expect([routes.isPresent, server.openWatches]).toEqual([false, 3]);
  });

  it('leave nothing open after the caches have ended', async () => {
    const { clock, create, server, start, stop } = setUp();
    await create('one', 'a');
    const { running } = await start();
    stop.abort();
    await running;

    expect([server.openWatches, clock.timers]).toEqual([0, 0]);
  });
});
