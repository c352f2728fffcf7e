import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { streamLines, createScriptedTransport } from '../../fixtures/scripted-transport.ts';
import { someObject } from '../../fixtures/some-object.ts';
import { type Kind, onlyMetadata, silentLogger } from '../base/index.ts';
import { type ApiRequest, createClient } from '../client/index.ts';
import { splitLines as linesIn } from '../client/split-lines.ts';
import { watchObjects } from './watch-objects.ts';

const kind: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };
const formatEvent = (type: string, name: string, resourceVersion?: string): string => {
  const object = someObject({ name, resourceVersion: resourceVersion ?? '' });
  return JSON.stringify({ type, object });
};
const endOfInitial = JSON.stringify({
  type: 'BOOKMARK',
  object: { metadata: { resourceVersion: '10', annotations: { 'k8s.io/initial-events-end': 'true' } } },
});

interface Answers {
  /**
   * The lines that each watch gets, in order; watches after the last entry get that one again. Each stream stays open.
   */
  readonly streams?: readonly (readonly string[])[];
  /**
   * The response to each list, in order; lists after the last entry get that one again. A list with `limit: 1` gets a
   * valid response.
   */
  readonly lists?: readonly unknown[];
}

/** Starts a watch on a server with these responses. */
function start({ streams = [[]], lists = [null] }: Answers, watchList = true) {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const stop = new AbortController();
  const emitted: string[] = [];
  const asked: { readonly at: number; readonly query: ApiRequest['query'] }[] = [];
  const take = <T>(answers: readonly T[], is: (query: ApiRequest['query']) => boolean): T | undefined =>
    answers[Math.min(answers.length, asked.filter(({ query }) => is(query)).length) - 1];
  const isWatch = (query: ApiRequest['query']): boolean => query?.['watch'] === true;
  const transport = createScriptedTransport({
    call: ({ query }) => {
      if (query?.['limit'] === 1) return { status: 200, body: { metadata: { resourceVersion: '1000' }, items: [] } };
      asked.push({ at: clock.monotonic(), query });
      return { status: 200, body: take(lists, (each) => !isWatch(each)) };
    },
    stream: ({ query, signal }) => {
      asked.push({ at: clock.monotonic(), query });
      return { status: 200, lines: keepOpen(streamLines(...(take(streams, isWatch) ?? [])), signal) };
    },
  });
  const done = watchObjects(
    {
      resource: createClient(transport).resource(kind),
      selection: {},
      clock,
      logger,
      random: () => 0,
      watchList,
      onEvent: (each) => {
        const objects = each.type === 'replaced' ? each.items : each.type === 'bookmark' ? [] : [each.object];
        emitted.push([each.type, ...objects.map(({ metadata }) => metadata.name)].join(' '));
      },
    },
    stop.signal,
  );
  return { clock, logger, stop, emitted, asked, done };
}

async function* keepOpen(lines: AsyncIterable<string>, signal: AbortSignal | undefined): AsyncGenerator<string> {
  yield* lines;
  await new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

describe('an event of an unknown type', () => {
  // id: fault-13
  it('is skipped while the initial objects arrive, and afterwards', async () => {
    const heartbeat = formatEvent('HEARTBEAT', 'x', '9');
    const { clock, emitted, asked, stop, done } = start({
      streams: [
        [
          heartbeat,
          formatEvent('ADDED', 'a', '5'),
          heartbeat,
          endOfInitial,
          heartbeat,
          formatEvent('ADDED', 'b', '11'),
        ],
        [],
      ],
    });
    await clock.advance(60_000);

    expect(emitted).toEqual(['replaced a', 'applied b']);
    expect(asked.map(({ query }) => query?.['resourceVersion'])).toEqual([undefined, '11']);
    stop.abort();
    await done;
  });

  // id: fault-13
  it('is never a position to resume from', async () => {
    const { clock, asked } = start({ streams: [[endOfInitial, formatEvent('HEARTBEAT', 'x', '99')], []] });
    await clock.advance(60_000);

    expect(asked.map(({ query }) => query?.['resourceVersion'])).toEqual([undefined, '10']);
  });

  const said = 'skipped watch events of an unknown type';

  it('is logged once for each type across all streams', async () => {
    const lines = [formatEvent('HEARTBEAT', 'x'), formatEvent('WEATHER', 'x')];
    const { clock, logger } = start({ streams: [[...lines, endOfInitial, ...lines], lines] });
    await clock.advance(600_000);

    const about = logger.records.filter(({ message }) => message === said);
    expect(about.map(({ fields }) => fields['type'])).toEqual(['HEARTBEAT', 'WEATHER']);
  });

  it('is logged for at most ten types', async () => {
    const types = Array.from({ length: 30 }, (_, index) => formatEvent(`T${String(index)}`, 'x'));
    const { clock, logger } = start({ streams: [[...types, endOfInitial, ...types], types] });
    await clock.advance(600_000);

    const about = logger.records.filter(({ message }) => message === said);
    expect(about.map(({ fields }) => fields['type'])).toEqual(types.slice(0, 10).map((_, at) => `T${String(at)}`));
  });
});

const broken = [
  '{"type":"ADDED","object":null}',
  formatEvent('MODIFIED', 'x'),
  JSON.stringify({ type: 'BOOKMARK', object: { metadata: {} } }),
  '{"type":"DELETED"}',
  '42',
  '"x"',
  '[]',
  'null',
  '<html>',
];

describe.each(broken)('a line that says %s', (line) => {
  // id: fault-13
  it('ends the watch, which is resumed from the last good version, after growing waits', async () => {
    const { clock, emitted, asked, logger } = start({
      streams: [[endOfInitial, formatEvent('ADDED', 'a', '11'), line], [line]],
    });
    await clock.advance(20_000);

    expect(emitted).toEqual(['replaced', 'applied a']);
    expect(asked.map(({ at }) => at)).toEqual([0, 800, 2400, 5600, 12_000]);
    expect(new Set(asked.slice(1).map(({ query }) => query?.['resourceVersion']))).toEqual(new Set(['11']));
    expect(logger.records.at(-1)).toMatchObject({ level: 'warn', message: 'watch failed, retrying' });
    expect(logger.records.at(-1)?.fields['err']).toMatchObject({ name: 'ApiError' });
  });

  // id: fault-13
  it('among the initial objects leads to a new request for them, after growing waits', async () => {
    const good = [formatEvent('ADDED', 'b', '6'), endOfInitial];
    const { clock, emitted, asked } = start({ streams: [[formatEvent('ADDED', 'a', '5'), line], [line], good] });
    await clock.advance(20_000);

    expect(emitted).toEqual(['replaced b']);
    expect(asked.map(({ at }) => at)).toEqual([0, 800, 2400]);
    expect(asked.every(({ query }) => query?.['sendInitialEvents'] === true)).toBe(true);
  });
});

describe.each([
  ['<html><title>Sign in</title>', 'a HTML page (“Sign in”)'],
  [{ metadata: { resourceVersion: '1' } }, 'an object without items'],
  [{ metadata: {}, items: [] }, 'a list without metadata.resourceVersion'],
  [{ metadata: { resourceVersion: '' }, items: [] }, 'the list does not have a metadata.resourceVersion'],
  [{ metadata: { resourceVersion: '1' }, items: [null] }, 'a list with an item that is nothing'],
])('a list that is %j', (answer, words) => {
  // id: fault-13
  it('is requested again after growing waits, and described in the log', async () => {
    const list = { metadata: { resourceVersion: '10' }, items: [someObject({ name: 'a' })] };
    const { clock, emitted, asked, logger } = start({ lists: [answer, answer, list] }, false);
    await clock.advance(3000);

    expect(emitted).toEqual(['replaced a']);
    expect(asked.map(({ at }) => at)).toEqual([0, 800, 2400, 2400]);
    const [said] = logger.records;
    expect((said?.fields['err'] as Error).message).toContain(words);
  });
});

const names = fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR', 'HEARTBEAT');
const parts = fc.oneof(fc.jsonValue(), fc.constantFrom('', '7', null));
const metadata = fc.record(
  { name: parts, namespace: parts, uid: parts, resourceVersion: parts, labels: parts, annotations: parts },
  { requiredKeys: [] },
);
const status = fc.record(
  {
    kind: fc.constant('Status'),
    code: parts,
    message: parts,
    reason: parts,
    details: fc.record({ causes: parts, retryAfterSeconds: parts }, { requiredKeys: [] }),
  },
  { requiredKeys: ['kind'] },
);
const malformed = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc
    .record({ type: fc.oneof(names, parts), object: fc.oneof(parts, fc.record({ metadata }), status) })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom(endOfInitial, formatEvent('ADDED', 'a', '12'), '<html>'),
);
const bytes = fc.oneof(
  fc.array(malformed).map((lines) => Buffer.from(lines.map((line) => `${line}\n`).join(''))),
  fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
);
const bodies = fc.oneof(
  fc.jsonValue(),
  fc.string(),
  fc.record({ metadata: fc.oneof(metadata, parts), items: fc.oneof(parts, fc.array(fc.record({ metadata }))) }),
  status,
);

describe('a server with random responses', () => {
  // id: fault-13
  it('ends no watch, never makes it resume from an invalid version, and gets few requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          streams: fc.array(bytes, { minLength: 1, maxLength: 5 }),
          lists: fc.array(bodies, { minLength: 1, maxLength: 5 }),
          statuses: fc.array(fc.constantFrom(200, 200, 200, 410, 429, 500), { minLength: 1, maxLength: 5 }),
          watchList: fc.boolean(),
          partial: fc.boolean(),
        }),
        async ({ streams, lists, statuses, watchList, partial }) => {
          const clock = createFakeClock();
          const stop = new AbortController();
          const versions: unknown[] = [];
          let requests = 0;
          const transport = createScriptedTransport({
            call: ({ query }) => {
              if (query?.['resourceVersion'] !== undefined) versions.push(query['resourceVersion']);
              requests += 1;
              return { status: statuses[requests % statuses.length] ?? 200, body: lists[requests % lists.length] };
            },
            stream: ({ query, signal }) => {
              if (query?.['sendInitialEvents'] !== true) versions.push(query?.['resourceVersion']);
              requests += 1;
              const at = streams[requests % streams.length] ?? Buffer.alloc(0);
              const state = statuses[requests % statuses.length] ?? 200;
              async function* chunks(): AsyncGenerator<Uint8Array> {
                yield at.subarray(0, at.length >> 1);
                yield at.subarray(at.length >> 1);
              }
              return { status: state, lines: keepOpen(linesIn(chunks()), signal), rejection: lists[0] };
            },
          });
          const positions: unknown[] = [];
          const done = watchObjects(
            {
              resource: createClient(transport).resource(partial ? onlyMetadata(kind) : kind),
              selection: {},
              clock,
              logger: silentLogger,
              random: () => 0,
              watchList,
              onEvent: (emitted) => {
                const { resourceVersion } = 'object' in emitted ? emitted.object.metadata : emitted;
                positions.push(resourceVersion);
              },
            },
            stop.signal,
          );
          await clock.advance(60_000);
          stop.abort();

          await expect(done).resolves.toBeUndefined();
          for (const position of [...positions, ...versions]) expect(position).toEqual(expect.stringMatching(/^[^]+$/));
          // A sync resets each backoff except that for expired versions (410, or a server restored to an earlier state).
          expect(requests).toBeLessThan(60);
          expect(clock.timers).toBe(0);
        },
      ),
      { numRuns: 200 },
    );
  });
});
