import { afterEach, describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer } from '../../../testing/src/in-memory-api-server/index.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { getMessage, type Kind } from '../base/index.ts';
import { type ApiResponse, createClient, type Transport } from '../client/index.ts';
import { ConfigMap } from '../kinds/index.ts';
import { WatchedCaches } from './caches.ts';

const Route: Kind = { group: 'example.com', version: 'v1', kind: 'Route', plural: 'routes', namespaced: true };
const path = '/apis/example.com/v1';
const key = { namespace: 'default', name: 'a' };
const optional = true;
const stops: AbortController[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

function setUp({ kinds, namespaces }: { kinds?: Kind[]; namespaces?: string[] } = {}) {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const server = createInMemoryApiServer({ clock, ...(kinds && { kinds }) });
  const answers: { discovery?: () => ApiResponse } = {};
  let asked = 0;
  const transport: Transport = {
    ...server.transport,
    call: async (request) => {
      if (request.path !== path) return server.transport.call(request);
      asked += 1;
      return answers.discovery?.() ?? server.transport.call(request);
    },
  };
  const stop = new AbortController();
  stops.push(stop);
  const caches = new WatchedCaches({
    ...{ client: createClient(transport), clock, logger, fieldManagers: [] },
    ...(namespaces && { namespaces }),
  });
  const create = (name = 'a') => server.client.resource(Route).create({ metadata: { ...key, name } });
  const seen: boolean[] = [];
  const follow = () => {
    const cache = caches.of(Route, { optional });
    cache.onPresence(() => seen.push(cache.isPresent));
    return cache;
  };
  return {
    ...{ answers, caches, clock, create, follow, logger, seen, server, stop },
    countAsked: () => asked,
    async run() {
      const running = caches.run(stop.signal);
      await clock.settle();
      return running;
    },
    start: async () => {
      void caches.run(stop.signal);
      await clock.settle();
    },
  };
}

describe('the cache of an optional kind', () => {
  it('is neither synced nor present before the API server has answered', async () => {
    const { answers, caches, clock, follow, start } = setUp({ kinds: [Route] });
    answers.discovery = () => ({ status: 503, body: 'starting' });
    const cache = follow();
    await start();
    const state = { kind: 'Route.example.com', synced: false };
    const problem = 'discovery of example.com/v1 was answered with 503';
    expect([cache.synced, cache.isPresent, caches.states]).toEqual([false, false, [{ ...state, problem }]]);

    delete answers.discovery;
    await clock.advance(1_000);

    expect([cache.synced, cache.isPresent]).toEqual([true, true]);
    expect(caches.states).toMatchObject([{ synced: true }]);
  });

  it('is synced and empty while the kind is not installed', async () => {
    const { caches, clock, follow, logger, seen, start, server } = setUp();
    const cache = follow();
    await start();
    await clock.advance(60_000);

    expect([cache.synced, cache.isPresent, cache.size, seen]).toEqual([true, false, 0, []]);
    expect(caches.states).toEqual([{ kind: 'Route.example.com', synced: true }]);
    expect(server.requests()).toEqual([]);
    expect(logger.lines).toEqual([{ level: 'info', message: 'an optional kind is not installed, running without it' }]);
  });

  it('becomes present only with its objects, and the process stays ready meanwhile', async () => {
    const { caches, clock, create, follow, seen, start, server } = setUp();
    const cache = follow();
    await start();
    server.serve(Route);
    await create();
    using failing = server.fail({ kind: 'Route' }, 500, { times: 100 });
    await clock.advance(10_000);
    expect([cache.isPresent, cache.synced, caches.states[0]?.synced]).toEqual([false, false, true]);

    failing[Symbol.dispose]();
    await clock.advance(2_000);

    expect([cache.isPresent, cache.get(key)?.metadata.name, seen]).toEqual([true, 'a', [true]]);
  });

  it('drops its objects when the kind goes, and says first that it is no longer present', async () => {
    const { create, clock, follow, logger, seen, start, server } = setUp({ kinds: [Route] });
    await create();
    const cache = follow();
    await start();
    const notified: [name: string, isPresent: boolean][] = [];
    cache.onChange((change) => notified.push([change.key.name, cache.isPresent]));

    server.stopServing(Route);
    await clock.settle();

    expect([cache.size, cache.synced, notified, seen]).toEqual([0, true, [['a', false]], [true, false]]);
    expect(server.openWatches).toBe(0);
    expect(logger.lines.at(-1)?.message).toBe('an optional kind is not installed, running without it');
    server.serve(Route);
    await create('b');
    await clock.advance(10_000);
    expect([cache.list().map(({ metadata }) => metadata.name), seen]).toEqual([['b'], [true, false, true]]);
    expect(logger.lines.at(-1)?.message).toBe('an optional kind is now installed, using it');
  });

  // A bug: the warning told users to apply a CRD that they do not need.
  it('does not warn that the kind is not served before discovery says so', async () => {
    const { answers, clock, follow, logger, start, server } = setUp({ kinds: [Route] });
    follow();
    await start();
    answers.discovery = () => ({ status: 503, body: 'starting' });
    server.stopServing(Route);
    await clock.advance(60_000);

    const failures = logger.records.filter(({ fields }) => getMessage(fields['err']).includes('apply the CRD'));
    expect(new Set(failures.map(({ level, message }) => `${level} ${message}`))).toEqual(
      new Set(['debug watch failed, retrying']),
    );
  });

  it('keeps its objects while discovery fails', async () => {
    const { answers, create, clock, follow, seen, start } = setUp({ kinds: [Route] });
    await create();
    const cache = follow();
    await start();
    answers.discovery = () => ({ status: 503, body: 'starting' });
    await clock.advance(60_000);

    expect([cache.size, cache.isPresent, seen]).toEqual([1, true, [true]]);
  });

  it('is asked for once with all kinds of its version, every ten seconds', async () => {
    const { caches, clock, countAsked, follow, start } = setUp({ kinds: [Route] });
    follow();
    caches.of(Route, { optional, labelSelector: 'a=b' });
    const missing = caches.of({ ...Route, kind: 'Bridge', plural: 'bridges' }, { optional });
    await start();
    expect(countAsked()).toBe(1);

    await clock.advance(30_000);
    expect(countAsked()).toBe(4);
    expect([missing.synced, missing.isPresent]).toEqual([true, false]);
    // A cache that is requested later uses the last answer of discovery.
    const late = caches.of(Route, { optional, labelSelector: 'late' });
    await clock.settle();
    expect([late.isPresent, countAsked()]).toEqual([true, 4]);
  });

  it('has one watch per namespace', async () => {
    const { follow, start, server } = setUp({ kinds: [Route], namespaces: ['one', 'two'] });
    const cache = follow();
    await start();

    expect([cache.isPresent, server.openWatches]).toEqual([true, 2]);
  });

  it('of which another caller needs the kind is watched in any case, and present only while it is installed', async () => {
    const { caches, follow, start } = setUp();
    const cache = follow();
    expect(caches.of(Route)).toBe(cache);
    await start();
    expect([cache.synced, cache.isPresent, caches.states[0]?.synced]).toEqual([false, false, false]);
    expect(caches.states[0]?.problem).toContain('does not serve routes');
  });

  it('of a kind that is built in is present', async () => {
    const { caches, start } = setUp();
    const cache = caches.of(ConfigMap, { optional });
    await start();

    expect(cache.isPresent).toBe(true);
  });

  it('leaves nothing open after the caches have ended', async () => {
    const { clock, follow, run, server, stop } = setUp({ kinds: [Route] });
    follow();
    const running = run();
    await clock.settle();
    stop.abort();
    await running;

    expect([server.openWatches, clock.timers]).toEqual([0, 0]);
  });
});
