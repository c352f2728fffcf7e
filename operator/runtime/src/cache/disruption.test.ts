import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import type { ObjectHistory } from '../../fixtures/object-history.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { formatVersioned } from '../../fixtures/scripted-cache.ts';
import { FlakyServer } from '../../fixtures/flaky-server.ts';
import type { Kind, KubeObject } from '../base/index.ts';
import { createClient } from '../client/index.ts';
import { WatchedCaches } from './caches.ts';
import type { Change } from './object-cache.ts';

const kind: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };

/** A synced cache with `a@8 b@9 c@10`, on a server whose connections and lists can be made to fail. */
async function setUp() {
  const clock = createFakeClock();
  const server = new FlakyServer({ clock, watchList: 'streamed', pageSize: 500 });
  const { history } = server;
  for (const name of ['a', 'b', 'c']) history.put(name);
  const logger = createRecordingLogger();
  const client = createClient(server.transport);
  const caches = new WatchedCaches({ client, clock, logger, fieldManagers: [], random: () => 0 });
  const cache = caches.of(kind);
  const stop = new AbortController();
  const running = caches.run(stop.signal);
  await clock.settle();
  expect(cache.synced).toBe(true);
  const notified: string[] = [];
  const changes: Change<KubeObject>[] = [];
  cache.onChange((change) => {
    changes.push(change);
    notified.push(`${formatVersioned(change.before)} > ${formatVersioned(change.after)}`);
  });
  return { clock, history, server, logger, caches, cache, stop, running, notified, changes };
}

/** Changes objects while the connection is down, so that the watch sends no event. */
function changeBehindTheBack(history: ObjectHistory): void {
  history.put('a');
  history.remove('b');
  history.put('d');
}

describe('after a lost connection, a listener', () => {
  // id: case-24
  it('is notified of exactly the changes meanwhile, without a list', async () => {
    const { clock, history, server, notified, cache } = await setUp();
    const asked = server.requestCount;
    for (const stream of server.open) stream.break();
    changeBehindTheBack(history);
    await clock.advance(800);

    expect(notified).toEqual(['a@8 > a@11', 'b@9 > -', '- > d@13']);
    expect(cache.list().map(formatVersioned).sort()).toEqual(['a@11', 'c@10', 'd@13']);
    // One request for the server's resource version, and one watch.
    expect(server.requestCount - asked).toBe(2);
  });

  // id: case-24
  it('is notified of exactly the changes meanwhile, even after a new list', async () => {
    const { clock, history, server, notified, cache } = await setUp();
    for (const stream of server.open) stream.break();
    changeBehindTheBack(history);
    server.compact();
    await clock.advance(5000);

    expect(notified.sort()).toEqual(['- > d@13', 'a@8 > a@11', 'b@9 > -']);
    expect(cache.list().map(formatVersioned).sort()).toEqual(['a@11', 'c@10', 'd@13']);
  });

  // id: case-23
  it.each([
    ['an event', false],
    ['a list', true],
  ])('is notified by %s of a deletion with the complete last known state', async (_, compacts) => {
    const { clock, history, server, cache, changes } = await setUp();
    const last = cache.get({ namespace: 'default', name: 'b' });
    for (const stream of server.open) stream.break();
    history.remove('b');
    if (compacts) server.compact();
    await clock.advance(5000);

    expect(changes).toHaveLength(1);
    expect(changes[0]).toStrictEqual({ key: changes[0]?.key, before: last, after: undefined, initial: false });
    expect(changes[0]?.before).toBe(last);
  });

  // id: case-24, fault-5
  it('that throws or rejects does not stop other listeners, and the watch resumes after the last event', async () => {
    const { clock, history, server, logger, notified, cache } = await setUp();
    cache.onChange(() => {
      throw new Error('at once');
    });
    const later: () => unknown = async () => {
      await Promise.resolve();
      throw new Error('later');
    };
    cache.onChange(later);
    const after: string[] = [];
    cache.onChange((change) => after.push(formatVersioned(change.after)));
    history.put('a');
    await clock.settle();
    const asked = server.requestCount;
    for (const stream of server.open) stream.break();
    await clock.advance(800);

    expect([notified, after]).toEqual([['a@8 > a@11'], ['a@11']]);
    expect(server.open.map((stream) => stream.shownUpTo)).toEqual([11]);
    // One request for the server's resource version, and one watch.
    expect(server.requestCount - asked).toBe(2);
    expect(logger.lines.filter(({ level }) => level === 'error').map(({ error }) => error)).toEqual([
      'at once',
      'later',
    ]);
  });

  // id: fault-4
  it('that is slow is notified in order, and the cache shows the newest state meanwhile', async () => {
    const { clock, history, cache } = await setUp();
    const order: string[] = [];
    const slow = Promise.withResolvers<undefined>();
    const takesItsTime: (change: Change<KubeObject>) => unknown = async ({ after }) => {
      order.push(`begins ${formatVersioned(after)}`);
      if (formatVersioned(after) === 'a@11') await slow.promise;
      order.push(`ends ${formatVersioned(after)}`);
    };
    cache.onChange(takesItsTime);
    history.put('a');
    history.put('a');
    await clock.settle();
    expect(formatVersioned(cache.get({ namespace: 'default', name: 'a' }))).toBe('a@12');
    slow.resolve(undefined);
    await clock.settle();

    expect(order).toEqual(['begins a@11', 'begins a@12', 'ends a@12', 'ends a@11']);
    expect(formatVersioned(cache.get({ namespace: 'default', name: 'a' }))).toBe('a@12');
  });
});

describe('caches that are stopped while they wait after a failure', () => {
  // id: fault-6
  it('leave nothing open, and watch once when they are restarted', async () => {
    const { clock, server, caches, cache, stop, running, history, notified } = await setUp();
    for (const stream of server.open) stream.break();
    await clock.advance(100);
    expect(clock.timers).toBe(1);
    stop.abort();
    await running;
    expect([clock.timers, server.open.length]).toEqual([0, 0]);

    changeBehindTheBack(history);
    const again = new AbortController();
    const asked = server.requestCount;
    const runningAgain = caches.run(again.signal);
    await clock.advance(10_000);

    expect([server.requestCount - asked, server.open.length]).toEqual([1, 1]);
    expect(notified.sort()).toEqual(['- > d@13', 'a@8 > a@11', 'b@9 > -']);
    expect(cache.list().map(formatVersioned).sort()).toEqual(['a@11', 'c@10', 'd@13']);
    again.abort();
    await runningAgain;
    expect([clock.timers, server.open.length]).toEqual([0, 0]);
  });
});
