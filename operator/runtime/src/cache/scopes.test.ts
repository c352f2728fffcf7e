import { afterEach, describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createScriptedCache as setUpCache, formatChange, formatVersioned } from '../../fixtures/scripted-cache.ts';
import { createScriptedResource, type Script } from '../../fixtures/scripted-resource.ts';
import { createScriptedTransport } from '../../fixtures/scripted-transport.ts';
import { sent } from '../../fixtures/scripted-watch.ts';
import { someObject } from '../../fixtures/some-object.ts';
import { type Kind, type KubeObject, neverAborted, silentLogger } from '../base/index.ts';
import { ApiError, type Client, type FormsOf, type ListResult, type Resource } from '../client/index.ts';
import type { CacheOptions } from './cache-options.ts';
import { WatchedCaches } from './caches.ts';

const configMaps: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };
const a = { namespace: 'one', name: 'a' };
const b = { namespace: 'one', name: 'b' };

function buildObject({ namespace, name }: { namespace: string; name: string }, version: number): KubeObject {
  return someObject({ namespace, name, uid: `${namespace}/${name}`, resourceVersion: String(version) });
}

const stops: AbortController[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

/** A server with one object per watched name. */
const answersByName: Script<KubeObject> = {
  watch: (stream) => {
    const { namespace = 'one', fieldSelector = 'metadata.name=a' } = stream.options;
    const object = buildObject({ namespace, name: fieldSelector.replace('metadata.name=', '') }, 5);
    stream.send({ type: 'ADDED', object }, sent.endOfInitial('10'));
  },
};

function setUp(script = answersByName, options: Partial<CacheOptions> & { readonly isMultiplexed?: boolean } = {}) {
  const clock = createFakeClock();
  const server = createScriptedResource<KubeObject>(script);
  const client: Pick<Client, 'resource' | 'transport'> = {
    transport: { ...createScriptedTransport(), isMultiplexed: options.isMultiplexed ?? false },
    resource<T extends KubeObject, W>() {
      return server.resource as unknown as Resource<T, FormsOf<T, W>>;
    },
  };
  const caches = new WatchedCaches({
    ...{ client, clock, logger: silentLogger, fieldManagers: [] },
    ...options,
  });
  const stop = new AbortController();
  stops.push(stop);
  const scoped = caches.scoped(configMaps);
  const notified: string[] = [];
  scoped.cache.onChange((change) => notified.push(formatChange(change)));
  const listHeld = (): string[] => scoped.cache.list().map(formatVersioned).sort();
  return { ...scoped, caches, clock, server, stop, listHeld, takeNotified: () => notified.splice(0) };
}

describe('a cache without scopes', () => {
  it('is synced and empty, and sends nothing', async () => {
    const { cache, caches, clock, server, stop, isShown } = setUp();
    void caches.run(stop.signal);
    await clock.settle();

    await cache.waitForSync(neverAborted);
    expect([cache.synced, cache.size, isShown(a), server.streams.length]).toEqual([true, 0, false, 0]);
  });

  it('does not contain our writes', () => {
    const { cache, takeNotified } = setUp();

    expect(formatVersioned(cache.recordWrite(buildObject(a, 30)))).toBe('a@30');
    cache.recordRemoval(a, 'one/a');

    expect([cache.size, takeNotified()]).toEqual([0, []]);
  });

  it('is another one than the cache of all objects, and shared by its callers', () => {
    const { caches, cache } = setUp();

    expect(caches.scoped(configMaps).cache).toBe(cache);
    expect(caches.of(configMaps)).not.toBe(cache);
    expect(caches.scoped(configMaps, { labelSelector: 'a=b' }).cache).not.toBe(cache);
  });
});

describe('an added scope', () => {
  it.each([
    [{}, {}],
    [{ namespace: 'one' }, { namespace: 'one' }],
    [{ name: 'a' }, { fieldSelector: 'metadata.name=a' }],
    [a, { namespace: 'one', fieldSelector: 'metadata.name=a' }],
  ])('%o is watched at once', async (scope, expected) => {
    const { caches, clock, server, stop, addScope, listHeld } = setUp();
    void caches.run(stop.signal);
    await clock.settle();
    addScope(scope);
    await clock.settle();

    expect(server.streams.map(({ options }) => options)).toEqual([expect.objectContaining(expected)]);
    expect(listHeld()).toEqual(['a@5']);
  });

  it('is watched as soon as the caches run', async () => {
    const { caches, clock, server, stop, addScope, listHeld } = setUp();
    addScope(a);
    await clock.settle();
    expect(server.streams).toHaveLength(0);

    void caches.run(stop.signal);
    await clock.settle();

    expect(listHeld()).toEqual(['a@5']);
  });

  it('adds to the field selector of the cache', async () => {
    const { caches, clock, server, stop } = setUp();
    caches.scoped(configMaps, { fieldSelector: 'type=Opaque' }).addScope(a);
    void caches.run(stop.signal);
    await clock.settle();

    expect(server.streams[0]?.options.fieldSelector).toBe('type=Opaque,metadata.name=a');
  });

  it('of one object shares a connection, and lasts for minutes if the connection is checked', async () => {
    for (const isMultiplexed of [false, true]) {
      const { caches, clock, server, stop, addScope } = setUp(answersByName, { isMultiplexed, random: () => 0.5 });
      void caches.run(stop.signal);
      for (const scope of [a, { namespace: 'two' }]) addScope(scope);
      await clock.settle();
      expect(server.streams.map(({ options }) => [options.sharesConnection, options.timeoutSeconds])).toEqual([
        [true, isMultiplexed ? 450 : 45],
        [undefined, 45],
      ]);
    }
  });

  it('with a name from a spec selects no other object', async () => {
    const { caches, clock, server, stop, addScope } = setUp();
    void caches.run(stop.signal);
    addScope({ namespace: 'one', name: 'a,metadata.name!=b\\' });
    await clock.settle();

    expect(server.streams[0]?.options.fieldSelector).toBe('metadata.name=a\\,metadata.name!\\=b\\\\');
  });

  it('notifies of its first objects, and of a failure before that, with its error', async () => {
    const failure = new ApiError('list', { status: 403, body: 'forbidden' });
    const list = (_: unknown, attempt: number): ListResult<KubeObject> => {
      if (attempt === 1) throw failure;
      return { items: [], resourceVersion: '5' };
    };
    const fixture = setUp({ list }, { watchList: false });
    const { caches, clock, stop, addScope, onScope, findProblem, isShown, waitUntilSettled } = fixture;
    const scopes: unknown[] = [];
    onScope((scope) => scopes.push(scope));
    void caches.run(stop.signal);
    addScope(a);
    await clock.settle();
    expect([scopes, isShown(a), findProblem(a), findProblem(b)]).toEqual([[a], false, failure, undefined]);
    await expect(waitUntilSettled(a, neverAborted)).resolves.toBeUndefined();

    await clock.advance(2_000);
    expect([scopes, isShown(a), findProblem(a)]).toEqual([[a, a], true, undefined]);
  });

  it('is awaited until it is shown, has failed, or was removed, or until the caller stops', async () => {
    const { caches, clock, server, stop, addScope, waitUntilSettled } = setUp({});
    void caches.run(stop.signal);
    const ends: string[] = [];
    const caller = new AbortController();
    const awaitScope = (key: typeof a, name: string) =>
      waitUntilSettled(key, caller.signal).then(
        () => ends.push(name),
        (error: unknown) => ends.push(`${name}: ${String(error)}`),
      );
    void awaitScope(b, 'in no scope');
    const [release] = [addScope(a), addScope({ ...b, name: 'c' })];
    void awaitScope(a, 'a');
    void awaitScope({ ...b, name: 'c' }, 'c');
    await clock.settle();
    expect(ends).toEqual(['in no scope']);

    // The scope is added again before its removal is complete: its new watch counts.
    release();
    addScope(a);
    await clock.settle();
    expect(ends).toEqual(['in no scope']);
    server.streams.at(-1)!.send(sent.endOfInitial('10'));
    await clock.settle();
    expect(ends).toEqual(['in no scope', 'a']);

    caller.abort('stopped');
    await clock.settle();
    expect(ends).toEqual(['in no scope', 'a', 'c: stopped']);
  });

  it('makes the cache unsynced until its objects are known, though the caches were filled before', async () => {
    const { cache, caches, clock, server, stop, addScope, isShown } = setUp({});
    void caches.run(stop.signal);
    addScope(a);
    await clock.settle();
    let synced = false;
    void cache.waitForSync(stop.signal).then(() => (synced = true));
    await clock.settle();
    expect([cache.synced, isShown(a), synced]).toEqual([false, false, false]);
    expect(caches.states).toEqual([{ kind: 'ConfigMap', synced: true }]);

    server.streams[0]!.send(sent.endOfInitial('10'));
    await clock.settle();

    expect([cache.synced, isShown(a), isShown(b), synced]).toEqual([true, true, false, true]);
  });

  it('has one watch for any number of holders', async () => {
    const { caches, clock, server, stop, addScope, listHeld } = setUp();
    void caches.run(stop.signal);
    const releases = [addScope(a), addScope({ ...a })];
    await clock.settle();
    releases[0]!();
    releases[0]!();
    await clock.settle();
    expect([server.streams.length, server.open, listHeld()]).toEqual([1, 1, ['a@5']]);

    releases[1]!();
    await clock.settle();
    expect([server.open, listHeld()]).toEqual([0, []]);
  });

  it('contains our writes, also before its watch shows them', async () => {
    const { cache, caches, clock, server, stop, addScope, listHeld, takeNotified } = setUp();
    void caches.run(stop.signal);
    addScope(a);
    addScope({ namespace: 'two' });
    await clock.settle();
    takeNotified();

    cache.recordWrite(buildObject(a, 30));
    cache.recordWrite(buildObject({ namespace: 'two', name: 'c' }, 31));
    cache.recordWrite(buildObject(b, 32));
    expect(listHeld()).toEqual(['a@30', 'a@5', 'c@31']);
    server.streams[0]!.send({ type: 'MODIFIED', object: buildObject(a, 30) });
    await clock.settle();

    expect(takeNotified()).toEqual(['a@5 > a@30', '- > c@31']);
  });

  it('replaces only its own object when its watch lists again', async () => {
    const { caches, clock, server, stop, addScope, listHeld } = setUp({
      watch: (stream, attempt) => {
        if (attempt <= 2) answersByName.watch?.(stream, attempt);
        else stream.send(sent.endOfInitial('20'));
      },
    });
    void caches.run(stop.signal);
    addScope(a);
    addScope(b);
    await clock.settle();
    server.streams[0]!.send(sent.error(410));
    await clock.advance(2000);

    expect(listHeld()).toEqual(['b@5']);
  });
});

describe('a removed scope', () => {
  it('ends its watch, and drops its objects like objects that left the selection', async () => {
    const { cache, caches, clock, server, stop, addScope, listHeld, takeNotified, isShown } = setUp();
    void caches.run(stop.signal);
    const remove = addScope(a);
    addScope(b);
    await clock.settle();
    takeNotified();

    remove();
    await clock.settle();

    expect(takeNotified()).toEqual(['a@5 > -']);
    expect([listHeld(), isShown(a), cache.synced]).toEqual([['b@5'], false, true]);
    expect(server.streams.map(({ open }) => open)).toEqual([false, true]);
  });

  it('that was never filled leaves the cache synced', async () => {
    const { cache, caches, clock, server, stop, addScope } = setUp({});
    void caches.run(stop.signal);
    const remove = addScope(a);
    await clock.settle();
    expect(cache.synced).toBe(false);

    remove();
    await clock.settle();

    expect([cache.synced, server.open, clock.timers]).toEqual([true, 0, 0]);
  });

  it('is listed when it is added again', async () => {
    const { caches, clock, server, stop, addScope, listHeld } = setUp();
    void caches.run(stop.signal);
    addScope(a)();
    addScope(a);
    await clock.settle();

    expect([listHeld(), server.open]).toEqual([['a@5'], 1]);
  });

  it('leaves nothing open, and nothing in memory, after the caches have ended', async () => {
    const { caches, clock, server, stop, addScope } = setUp();
    const running = caches.run(stop.signal);
    addScope(a)();
    addScope(b);
    await clock.settle();

    stop.abort();
    await running;

    expect([server.open, clock.timers]).toEqual([0, 0]);
  });
});

describe('the events of a removed scope', () => {
  it('no longer count', async () => {
    const { cache, emitReplaced, emitApplied, takeNotified, listHeld } = setUpCache({ scopes: [a] });
    emitReplaced(10, [buildObject(a, 5)]);
    await cache.removeScope(cache.watches[0]!);
    takeNotified();

    emitApplied(buildObject(a, 11));
    emitReplaced(12, [buildObject(a, 11)]);

    expect([listHeld(), takeNotified(), cache.synced]).toEqual([[], [], true]);
  });

  it('no longer count from the middle of a list on', async () => {
    const { cache, clock, emitReplaced, listHeld } = setUpCache({ scopes: [{ namespace: 'one' }] });
    clock.yieldsForMs = 10;
    emitReplaced(10, [buildObject(a, 5), buildObject(b, 6)]);
    await clock.advance(20);
    expect(listHeld()).toEqual(['a@5']);

    const removed = cache.removeScope(cache.watches[0]!);
    await clock.advance(100);
    await removed;

    expect([listHeld(), cache.synced]).toEqual([[], true]);
  });

  it('leave the newer one of our write and of an object that is still to be dropped', async () => {
    const { cache, clock, emitReplaced, listHeld } = setUpCache({ scopes: [{ namespace: 'one' }] });
    emitReplaced(10, [buildObject(a, 5), buildObject(b, 6)]);
    clock.yieldsForMs = 10;
    const removed = cache.removeScope(cache.watches[0]!);
    expect(listHeld()).toEqual(['b@6']);
    expect(formatVersioned(cache.recordWrite(buildObject(b, 12)))).toBe('b@12');

    clock.yieldsForMs = 0;
    await clock.advance(100);
    await removed;
    expect(listHeld()).toEqual([]);
  });

  it('leave objects for a watch that was added while they were dropped', async () => {
    const { cache, clock, emitReplaced, listHeld, takeNotified } = setUpCache({ scopes: [{ namespace: 'one' }] });
    emitReplaced(10, [buildObject(a, 5), buildObject(b, 6)]);
    takeNotified();
    clock.yieldsForMs = 10;
    const removed = cache.removeScope(cache.watches[0]!);
    const again = cache.addScope({ namespace: 'one' });
    clock.yieldsForMs = 0;
    await clock.advance(100);
    await removed;
    emitReplaced(20, [buildObject(b, 6)], again);

    expect([listHeld(), takeNotified()]).toEqual([['b@6'], ['a@5 > -', '- > b@6 initial']]);
  });
});
