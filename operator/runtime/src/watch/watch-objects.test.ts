import { describe, expect, it } from 'vitest';

import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import type { Script, ScriptedStream } from '../../fixtures/scripted-resource.ts';
import { buildApiError, createScriptedWatch, sent } from '../../fixtures/scripted-watch.ts';
import { someObject } from '../../fixtures/some-object.ts';
import { type KubeObject, neverAborted } from '../base/index.ts';
import { type WatchObjectsOptions, watchObjects } from './watch-objects.ts';

type Options = Partial<WatchObjectsOptions<KubeObject>>;

/** Starts a watch. `emitted` contains its events as text. */
function start(script: Script<KubeObject>, options: Options = {}) {
  const { clock, scripted, stop, context } = createScriptedWatch(script);
  const logger = createRecordingLogger();
  const emitted: string[] = [];
  const { resource, selection, random } = context;
  const done = watchObjects<KubeObject>(
    {
      resource,
      selection,
      clock,
      logger,
      random,
      onEvent(event) {
        if (event.type === 'bookmark') return;
        const objects = event.type === 'replaced' ? event.items : [event.object];
        const names = objects.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`);
        emitted.push(`${event.type} ${names.join(' ')}`.trim());
      },
      ...options,
    },
    stop.signal,
  );
  return { clock, scripted, stop, emitted, logger, done };
}

const lists: Options = { watchList: false };

/** A list with the object `a` at resource version 10. */
const listA = () => ({ items: [someObject({ name: 'a', resourceVersion: '10' })], resourceVersion: '10' });

/** Sends the initial object `a@5`, as a server that supports WatchList. */
function sendInitial(stream: ScriptedStream<KubeObject>): void {
  if (stream.options.sendInitialEvents === true) stream.send(sent.added('a', '5'), sent.endOfInitial('10'));
}

describe('a watch that lists', () => {
  it('emits all objects and then every change, in order', async () => {
    const { clock, scripted, emitted } = start({ list: listA }, lists);
    await clock.settle();

    scripted.streams[0]!.send(sent.added('b', '11'), sent.modified('a', '12'), sent.deleted('b', '13'));
    await clock.settle();

    expect(emitted).toEqual(['replaced a@10', 'applied b@11', 'applied a@12', 'deleted b@13']);
    expect(scripted.lists).toHaveLength(1);
  });

  // id: case-17
  it('resumes from the last resource version, including that of a bookmark', async () => {
    const events = [sent.added('a', '10'), sent.modified('a', '20'), sent.bookmark('30'), sent.deleted('a', '40')];
    const { clock, scripted, emitted } = start(
      {
        watch: (stream, attempt) => {
          const event = events[attempt - 1];
          if (event === undefined) return;
          stream.send(event);
          stream.break(buildApiError(0));
        },
      },
      lists,
    );

    await clock.advance(60_000);

    expect(scripted.streams.map(({ options }) => options.resourceVersion).slice(0, 5)).toEqual([
      '1',
      '10',
      '20',
      '30',
      '40',
    ]);
    expect(emitted).toEqual(['replaced', 'applied a@10', 'applied a@20', 'deleted a@40']);
    expect(scripted.lists).toHaveLength(1);
  });

  // id: case-16
  it('lists from the watch cache first, and the newest state after each 410', async () => {
    const { clock, scripted } = start(
      {
        watch: (stream, attempt) => {
          if (attempt === 1) throw buildApiError(410);
          if (attempt === 2) stream.send(sent.error(410));
        },
      },
      lists,
    );

    await clock.advance(10_000);

    expect(scripted.lists.map(({ resourceVersion }) => resourceVersion ?? '')).toEqual(['0', '', '']);
    expect(scripted.open).toBe(1);
  });
});

describe('a watch of many events', () => {
  // id: fault-14
  it('yields to the event loop after each event', async () => {
    const { clock, scripted, emitted } = start({ list: listA }, lists);
    await clock.settle();
    clock.yieldsForMs = 10;

    scripted.streams[0]!.send(sent.added('b', '11'), sent.added('c', '12'), sent.added('d', '13'));

    await clock.advance(15);
    expect(emitted).toEqual(['replaced a@10', 'applied b@11', 'applied c@12']);
    await clock.advance(15);
    expect(emitted.at(-1)).toBe('applied d@13');
  });

  it('emits the next event once the handler of the last one has ended', async () => {
    const taken: string[] = [];
    const { clock, scripted } = start(
      { list: listA },
      {
        ...lists,
        onEvent: async ({ type }) => {
          await clock.sleep(10, neverAborted);
          taken.push(`${type}@${String(clock.monotonic())}`);
        },
      },
    );
    await clock.advance(10);
    scripted.streams[0]!.send(sent.added('b', '11'), sent.added('c', '12'));
    await clock.advance(100);

    expect(taken).toEqual(['replaced@10', 'applied@20', 'applied@30']);
  });

  it('checks whether etcd was restored from a backup meanwhile, if a list took long to process', async () => {
    let takesMs = 50;
    const onEvent = (): Promise<void> => clock.sleep(takesMs, neverAborted);
    const { clock, scripted } = start({ list: listA }, { ...lists, onEvent });
    await clock.advance(60);
    expect(scripted.looks).toHaveLength(0);

    takesMs = 150;
    scripted.streams[0]!.send(sent.error(410));
    await clock.advance(10_000);

    expect([scripted.lists.length, scripted.looks.length]).toEqual([2, 1]);
    expect(scripted.open).toBe(1);
  });
});

describe('a watch that streams the initial objects', () => {
  it('emits them together and continues in the same stream', async () => {
    const { clock, scripted, emitted } = start({ watch: sendInitial });
    await clock.settle();
    scripted.streams[0]!.send(sent.modified('a', '11'));
    await clock.settle();

    expect(emitted).toEqual(['replaced a@5', 'applied a@11']);
    expect([scripted.lists.length, scripted.streams.length]).toEqual([0, 1]);
  });

  it('never streams them again from a server that does not send the bookmark after them', async () => {
    const { clock, scripted, emitted } = start({
      list: listA,
      watch: (stream) => {
        if (stream.options.sendInitialEvents === true) stream.send(sent.added('a', '5'));
        else throw buildApiError(410);
      },
    });
    await clock.advance(10_000);
    expect(emitted).toEqual(['replaced a@10']);

    await clock.advance(60_000);

    expect(scripted.streams.filter(({ options }) => options.sendInitialEvents)).toHaveLength(1);
    expect(scripted.lists.length).toBeGreaterThan(2);
  });

  // id: case-22
  it('streams them again after a 410, even if one list was necessary before', async () => {
    const { clock, scripted, emitted } = start({
      list: listA,
      watch: (stream, attempt) => {
        if (attempt === 1) throw buildApiError(503);
        if (attempt === 2) throw buildApiError(410);
        sendInitial(stream);
      },
    });

    await clock.advance(800);

    expect(emitted).toEqual(['replaced a@10', 'replaced a@5']);
    expect(scripted.streams.map(({ options }) => options.sendInitialEvents ?? false)).toEqual([true, false, true]);
  });

  // id: case-22
  it('emits nothing when it is stopped before they are complete', async () => {
    const { clock, scripted, stop, emitted, done } = start({ watch: (stream) => stream.send(sent.added('a', '5')) });
    await clock.settle();
    stop.abort();
    await done;

    expect(emitted).toEqual([]);
    expect([scripted.open, clock.timers]).toEqual([0, 0]);
  });
});

describe('the timeout of a stream', () => {
  // id: case-21
  it.each([
    [0, 40],
    [0.5, 45],
    [0.999_999, 50],
  ])('is random in [40, 50] s: with %f it is %i s', async (luck, seconds) => {
    const { clock, scripted } = start({}, { random: () => luck });
    await clock.settle();

    expect(scripted.streams[0]!.options.timeoutSeconds).toBe(seconds);
  });

  // id: case-21
  it('is the configured one', async () => {
    const { clock, scripted } = start({}, { timeoutSeconds: () => 300 });
    await clock.settle();

    expect(scripted.streams[0]!.options.timeoutSeconds).toBe(300);
  });

  // id: case-25, fault-9
  it('finds a half-open connection within a minute, and resumes it without a list', async () => {
    const { clock, scripted, emitted, logger } = start({ watch: sendInitial }, { random: () => 0.999_999 });
    await clock.settle();
    scripted.streams[0]!.send(sent.added('b', '12'));

    await clock.advance(54_999);
    expect(scripted.streams).toHaveLength(1);
    await clock.advance(1);

    expect(scripted.streams.map(({ open }) => open)).toEqual([false, true]);
    expect(scripted.streams[1]!.options.resourceVersion).toBe('12');
    expect(scripted.lists).toHaveLength(0);
    expect(emitted).toEqual(['replaced a@5', 'applied b@12']);
    expect(logger.lines).toEqual([{ level: 'warn', message: 'watch no longer receives data, reconnecting' }]);
  });
});

describe('a failing server', () => {
  // id: fault-2
  it.each([0, 429, 500, 503])(
    'gets fewer and fewer requests while it responds with %i, and is watched as usual afterwards',
    async (status) => {
      let broken = true;
      const answer = (): void => {
        if (broken) throw buildApiError(status);
      };
      const { clock, scripted, emitted } = start({
        list: () => {
          answer();
          return listA();
        },
        watch: (stream) => {
          answer();
          sendInitial(stream);
        },
      });
      await clock.advance(600_000);
      const asked = scripted.streams.length;
      expect(asked).toBeGreaterThan(10);
      expect(asked).toBeLessThan(50);
      expect(emitted).toEqual([]);

      broken = false;
      await clock.advance(30_000);

      expect(emitted).toEqual(['replaced a@5']);
      expect(scripted.open).toBe(1);
    },
  );

  // id: fault-3
  it('gets at most ten lists in 15 s when it expires each of them', async () => {
    const { clock, scripted } = start(
      {
        watch: () => {
          throw buildApiError(410);
        },
      },
      lists,
    );

    await clock.advance(15_000);

    expect(scripted.lists.length).toBeGreaterThan(2);
    expect(scripted.lists.length).toBeLessThanOrEqual(10);
  });

  it('gets no storm of watches when it closes each of them at once', async () => {
    const { clock, scripted } = start({
      watch: (stream) => {
        sendInitial(stream);
        stream.send(sent.bookmark('20'));
        stream.end();
      },
    });

    await clock.advance(15_000);

    expect(scripted.streams.length).toBeGreaterThan(2);
    expect(scripted.streams.length).toBeLessThanOrEqual(10);
  });

  // id: case-20
  it('gets requests after the shortest wait again once two minutes have passed without a failure', async () => {
    const { clock, scripted } = start({ watch: sendInitial });
    await clock.settle();
    for (let failure = 0; failure < 5; failure += 1) {
      scripted.streams.at(-1)!.break(buildApiError(0));
      await clock.advance(30_000);
    }
    await clock.advance(150_000);
    const before = scripted.streams.length;

    scripted.streams.at(-1)!.break(buildApiError(0));
    await clock.advance(800);

    expect(scripted.streams).toHaveLength(before + 1);
  });

  it('is reported to onFailure with each error', async () => {
    const { clock, logger, stop, done } = start(
      { list: listA, watch: (stream) => stream.break(buildApiError(0)) },
      lists,
    );

    await clock.advance(800);
    stop.abort();
    await done;

    expect(logger.lines).toEqual([
      { level: 'warn', message: 'watch failed, retrying' },
      { level: 'warn', message: 'watch failed, retrying' },
    ]);
  });
});

describe('a handler that throws', () => {
  // id: fault-5
  it.each<[string, () => void]>([
    [
      'at once',
      () => {
        throw new Error('oops');
      },
    ],
    [
      'later',
      async () => {
        await Promise.resolve();
        throw new Error('oops');
      },
    ],
  ])('%s is logged, and the watch continues', async (_, onEvent) => {
    const { clock, scripted, logger } = start({ watch: sendInitial }, { onEvent });
    await clock.settle();
    scripted.streams[0]!.send(sent.modified('a', '20'));
    await clock.advance(40_000);
    scripted.streams[0]!.end();
    await clock.settle();

    expect(scripted.streams[1]!.options.resourceVersion).toBe('20');
    expect(logger.lines).toEqual([
      { level: 'error', message: 'watch handler failed', error: 'oops' },
      { level: 'error', message: 'watch handler failed', error: 'oops' },
    ]);
  });
});

describe('a stop', () => {
  const situations: Record<string, [Script<KubeObject>, Options]> = {
    'before the list is answered': [{ list: () => 'silence' }, lists],
    'while it watches': [{ list: listA }, lists],
    'while the initial objects arrive': [{}, {}],
    'while it waits after a failure': [{ watch: (stream) => stream.break(buildApiError(0)) }, lists],
  };

  // id: fault-6
  it.each(Object.entries(situations))('%s leaves nothing open', async (_, [script, options]) => {
    const { clock, scripted, stop, done } = start(script, options);
    await clock.advance(100);
    expect(scripted.open + clock.timers).toBeGreaterThan(0);

    stop.abort();
    await done;

    expect([scripted.open, clock.timers]).toEqual([0, 0]);
    const asked = scripted.lists.length + scripted.streams.length;
    await clock.advance(60_000);
    expect(scripted.lists.length + scripted.streams.length).toBe(asked);
  });

  // id: fault-6
  it.each([true, false])('while a response arrives discards it (WatchList: %s)', async (watchList) => {
    const { context, stop, scripted, clock } = createScriptedWatch({
      list: () => {
        stop.abort();
        return listA();
      },
      watch: (stream) => {
        sendInitial(stream);
        stop.abort();
      },
    });
    let emitted = 0;

    await watchObjects({ ...context, watchList, onEvent: () => void (emitted += 1) }, stop.signal);

    expect([emitted, scripted.open, clock.timers]).toEqual([0, 0, 0]);
  });

  it('before the start sends no request', async () => {
    const { context, scripted, clock, stop } = createScriptedWatch();
    stop.abort();

    await watchObjects({ ...context, onEvent: () => undefined }, stop.signal);

    expect([scripted.lists.length, scripted.streams.length, clock.timers]).toEqual([0, 0, 0]);
  });

  it('in the handler ends the watch after that event', async () => {
    const { context, stop } = createScriptedWatch({ watch: sendInitial });
    let emitted = 0;
    await watchObjects(
      {
        ...context,
        onEvent: () => {
          emitted += 1;
          stop.abort();
        },
      },
      stop.signal,
    );

    expect(emitted).toBe(1);
  });
});
