import { describe, expect, it } from 'vitest';

import type { Script } from '../../fixtures/scripted-resource.ts';
import { buildApiError, createScriptedWatch, sent } from '../../fixtures/scripted-watch.ts';
import { someObject } from '../../fixtures/some-object.ts';
import type { KubeObject } from '../base/index.ts';
import { type WatchObjectsOptions, watchObjects } from './watch-objects.ts';

/** Starts a watch that begins with a list. `emitted` contains its events as text. */
function start(script: Script<KubeObject>, options: Partial<WatchObjectsOptions<KubeObject>> = {}) {
  const { context, ...rest } = createScriptedWatch(script);
  const emitted: string[] = [];
  const formatObjectVersion = ({ metadata }: KubeObject): string => `${metadata.name}@${metadata.resourceVersion}`;
  const done = watchObjects<KubeObject>(
    {
      ...context,
      watchList: false,
      onEvent(event) {
        if (event.type === 'replaced') emitted.push(`replaced ${String(event.items.length)}`);
        else if (event.type !== 'bookmark') emitted.push(`${event.type} ${formatObjectVersion(event.object)}`);
      },
      ...options,
    },
    context.signal,
  );
  return { ...rest, emitted, done };
}

const listA = () => ({ items: [someObject({ name: 'a', resourceVersion: '10' })], resourceVersion: '10' });

/** The API server's error after etcd has lost its leader. */
const noLeader = { type: 'ERROR', object: { kind: 'Status', code: 500, message: 'etcdserver: no leader' } } as const;

describe('a server that refuses connections', () => {
  // id: case-19
  it.each([
    [5, 0, 24_800],
    [5, 0.5, 37_200],
    [40, 0, 549_800],
    [40, 0.5, 824_700],
  ])(
    '%i times is listed, with random %f, after exactly the waits of the backoff: %i ms',
    async (times, luck, elapsed) => {
      const { clock, scripted, emitted } = start(
        {
          list: (_, attempt) => {
            if (attempt <= times) throw buildApiError(0);
            return listA();
          },
        },
        { random: () => luck },
      );

      await clock.advance(elapsed - 1);
      expect([emitted, scripted.lists.length]).toEqual([[], times]);
      await clock.advance(1);

      expect([emitted, scripted.lists.length]).toEqual([['replaced 1'], times + 1]);
    },
  );
});

describe('a watch that gets a 429', () => {
  // id: case-18
  it.each([
    ['at the connection', false],
    ['as an ERROR event', true],
  ])('%s is opened again after a wait, twice as long each time, and without a list', async (_, inStream) => {
    const openedAt: number[] = [];
    const { clock, scripted } = start({
      list: listA,
      watch: (stream, attempt) => {
        openedAt.push(clock.monotonic());
        if (attempt > 4) return;
        if (!inStream) throw buildApiError(429);
        stream.send(sent.error(429));
      },
    });

    await clock.advance(30_000);

    expect(openedAt).toEqual([0, 800, 800 + 1600, 800 + 1600 + 3200, 800 + 1600 + 3200 + 6400]);
    expect(scripted.lists).toHaveLength(1);
  });
});

describe('a server without a leader', () => {
  // id: case-20
  it('is watched again from the last version after each such error, and never listed again', async () => {
    const { clock, scripted, emitted } = start({
      list: listA,
      watch: (stream, attempt) => {
        if (attempt === 10) stream.send(sent.added('b', '11'), noLeader);
        else if (attempt <= 40) stream.send(noLeader);
        else stream.send(sent.added('c', '12'));
      },
    });

    await clock.advance(549_800);

    expect([scripted.lists.length, scripted.streams.length]).toEqual([1, 41]);
    const from = scripted.streams.map(({ options }) => options.resourceVersion);
    expect(from).toEqual([...Array<string>(10).fill('10'), ...Array<string>(31).fill('11')]);
    expect(emitted).toEqual(['replaced 1', 'applied b@11', 'applied c@12']);
  });
});

describe.each([
  ['a reset', 0],
  ['429', 429],
  ['500', 500],
])('%s', (_, status) => {
  // id: fault-2
  it('in response to the list leads to another list without a lost change', async () => {
    const { clock, scripted, emitted } = start({
      list: (_options, attempt) => {
        if (attempt === 1) throw buildApiError(status);
        return listA();
      },
    });
    await clock.advance(800);
    scripted.streams[0]!.send(sent.added('b', '11'));
    await clock.settle();

    expect(scripted.lists).toHaveLength(2);
    expect(emitted).toEqual(['replaced 1', 'applied b@11']);
  });

  // id: fault-2
  it('in response to the watch leads to another watch, without a list or a lost change', async () => {
    const { clock, scripted, emitted } = start({
      list: listA,
      watch: (stream, attempt) => {
        if (attempt === 1) throw buildApiError(status);
        stream.send(sent.added('b', '11'));
      },
    });
    await clock.advance(800);

    expect([scripted.lists.length, scripted.streams.length]).toEqual([1, 2]);
    expect(emitted).toEqual(['replaced 1', 'applied b@11']);
  });

  // id: fault-2
  it('in the middle of a stream leads to another one from the last version, without a list', async () => {
    const { clock, scripted, emitted } = start({ list: listA });
    await clock.settle();
    scripted.streams[0]!.send(sent.added('b', '11'));
    await clock.settle();
    if (status === 0) scripted.streams[0]!.break(buildApiError(0));
    else scripted.streams[0]!.send(sent.error(status));
    await clock.advance(800);
    scripted.streams[1]!.send(sent.added('c', '12'));
    await clock.settle();

    expect(scripted.lists).toHaveLength(1);
    expect(scripted.streams.map(({ options }) => options.resourceVersion)).toEqual(['10', '11']);
    expect(emitted).toEqual(['replaced 1', 'applied b@11', 'applied c@12']);
  });
});

describe('ten thousand objects', () => {
  // id: fault-10
  it('are listed in twenty pages, emitted together, and watched with one request', async () => {
    const all = Array.from({ length: 10_000 }, (_, at) => someObject({ name: `o${String(at)}` }));
    const { clock, scripted, emitted } = start({
      list: ({ continueToken = '0', limit = all.length }) => {
        const end = Number(continueToken) + limit;
        const items = all.slice(Number(continueToken), end);
        return { items, resourceVersion: '10', ...(end < all.length && { continueToken: String(end) }) };
      },
    });

    await clock.settle();

    expect([scripted.lists.length, scripted.streams.length]).toEqual([20, 1]);
    expect(emitted).toEqual(['replaced 10000']);
  });
});
