import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { getChange, type ObjectHistory, selection, formatState } from '../../fixtures/object-history.ts';
import { OwnWrites, writeNames, type WriteName } from '../../fixtures/own-writes.ts';
import { FlakyServer } from '../../fixtures/flaky-server.ts';
import { disruptions } from '../../fixtures/disruptions.ts';
import { type Clock, getKey, type Kind, type KubeObject, neverAborted, silentLogger } from '../base/index.ts';
import { createClient } from '../client/index.ts';
import { watchObjects } from '../watch/index.ts';
import type { CacheIndex } from './indexer.ts';
import { KindViews } from './kind-views.ts';
import type { Change } from './object-cache.ts';
import { WatchedCache } from './watched-cache.ts';

const kind: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };

type Step = readonly [happens: string, n: number, thenMs: number];

const steps = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...disruptions.keys()) },
      { weight: 1, arbitrary: fc.constantFrom(...writeNames) },
    ),
    fc.nat(20),
    fc.constantFrom(0, 0, 0, 50, 500, 30_000),
  ),
  { minLength: 1, maxLength: 40 },
);

const getVersion = (object: KubeObject | undefined): number => Number(object?.metadata.resourceVersion ?? 0);
const formatStates = (objects: Iterable<KubeObject>): string => [...objects].map(formatState).sort().join(' ');

/**
 * Rebuilds the objects of a cache from its notifications alone, and records notifications that contradict each other.
 */
class ObservedState {
  readonly objects = new Map<string, KubeObject>();
  readonly wrong: string[] = [];
  /** The last notified object, by name. */
  readonly #last = new Map<string, KubeObject>();
  readonly #history: ObjectHistory;

  constructor(history: ObjectHistory) {
    this.#history = history;
  }

  readonly take = ({ key: { name }, before, after, initial }: Change<KubeObject>): void => {
    const known = this.objects.get(name);
    // The deletion of an object that was not cached is notified with its last state.
    const follows = known === before || initial || (known === undefined && after === undefined);
    if (!follows) this.wrong.push(`${name}: ${String(getVersion(before))} came after ${String(getVersion(known))}`);
    const last = this.#findLast(name);
    if (after !== undefined && getVersion(after) < getVersion(last)) {
      this.wrong.push(`${name}: ${String(getVersion(after))} came after ${String(getVersion(last))}`);
    }
    this.#remember(name, before);
    this.#remember(name, after);
    if (after === undefined) this.objects.delete(name);
    else this.objects.set(name, after);
  };

  #remember(name: string, notified: KubeObject | undefined): void {
    if (notified !== undefined && getVersion(notified) >= getVersion(this.#findLast(name)))
      this.#last.set(name, notified);
  }

  /** The last notified object. After a restore from a backup, an older version is allowed. */
  #findLast(name: string): KubeObject | undefined {
    const last = this.#last.get(name);
    return last !== undefined && this.#history.isUndone(last) ? undefined : last;
  }
}

/** Index values that change with every change of an object, and some that several objects share. */
const listIndexValues = (object: KubeObject): readonly string[] => [
  `third ${String(getChange(object) % 3)}`,
  ...(getChange(object) % 2 === 0 ? ['even'] : []),
];

/** The actual rows of the index, and the rows computed from all objects. */
function listRows(cache: WatchedCache<KubeObject>, index: CacheIndex<KubeObject>): [string[], string[]] {
  const all = ['third 0', 'third 1', 'third 2', 'even'];
  return [
    all.map((value) => formatStates(index.get(value))),
    all.map((value) => formatStates(cache.list().filter((object) => listIndexValues(object).includes(value)))),
  ];
}

interface RunConditions {
  readonly watchList: boolean;
  readonly luck: number;
  /** How long a cache yields after each object, in milliseconds; with 0 it never yields. */
  readonly yieldsMs: number;
}

function setUp({ watchList, luck, yieldsMs }: RunConditions) {
  const clock = createFakeClock();
  // Only for caches: on a watch, yielding between two events acts like a slow connection.
  const yielding: Clock = {
    ...clock,
    yieldIfDue: () => (yieldsMs === 0 ? undefined : clock.sleep(yieldsMs, neverAborted)),
  };
  let beingTaken = 0;
  const server = new FlakyServer({ clock, watchList: 'streamed', pageSize: 2, watches: 2, restores: 3 });
  const { history } = server;
  const stop = new AbortController();
  const views = new KindViews<KubeObject>();
  const createView = () => {
    const cache = new WatchedCache<KubeObject>({
      ...{ kind, views, clock: yielding, logger: silentLogger },
      trim: (object) => object,
    });
    views.add(cache, () => true);
    const picture = new ObservedState(history);
    cache.onChange(picture.take);
    return { cache, picture };
  };
  const watch = (cache: WatchedCache<KubeObject>, onList: () => void) => {
    const [progress] = cache.watches;
    return watchObjects<KubeObject>(
      {
        resource: createClient(server.transport).resource(kind),
        selection,
        clock,
        logger: silentLogger,
        random: () => luck,
        watchList,
        onEvent: async (event) => {
          if (event.type === 'replaced') onList();
          beingTaken += 1;
          await cache.take(progress!, event);
          beingTaken -= 1;
        },
      },
      stop.signal,
    );
  };
  const { cache, picture } = createView();
  const other = createView();
  const writes = new OwnWrites(cache, server, { now: () => clock.monotonic(), other: other.cache });
  const watching = Promise.all([
    watch(cache, () => writes.noteRelist(cache)),
    watch(other.cache, () => writes.noteRelist(other.cache)),
  ]);
  const index = cache.indexBy(listIndexValues);
  const hasTakenAll = (): boolean => beingTaken === 0;
  const isSynced = (): boolean => cache.synced && other.cache.synced;
  return { clock, history, server, cache, picture, other, writes, watching, stop, index, hasTakenAll, isSynced };
}

type Fixture = Pick<ReturnType<typeof setUp>, 'clock' | 'server' | 'writes' | 'hasTakenAll' | 'isSynced'>;

async function applyStep(each: Step, { clock, server, writes, hasTakenAll, isSynced }: Fixture) {
  const [happens, n, thenMs] = each;
  // A controller writes only after the first sync. A first list may be older than such a write, and the cache could not
  // detect that a restore has reverted it.
  if (happens.startsWith('restored') && writes.begun > 0 && !isSynced()) return;
  // Waits, because a cache that has not received the first object with a version cannot detect that the version is
  // reused.
  while (happens.endsWith('once more') && !hasTakenAll()) await clock.advance(100);
  const trouble = disruptions.get(happens);
  if (trouble !== undefined) trouble(server, n);
  else writes.begin(happens as WriteName, n);
  await clock.advance(thenMs);
  writes.answer();
}

describe('a cache, for all server errors, connection errors and own writes', () => {
  // id: case-24, case-30
  it('shows our writes at once and eventually equals the server, as do its indexes and its notifications', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          watchList: fc.boolean(),
          luck: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
          yieldsMs: fc.constantFrom(0, 0, 200),
        }),
        steps,
        async (circumstances, happening: readonly Step[]) => {
          const fixture = setUp(circumstances);
          const { clock, history, server, cache, picture, other, writes, index } = fixture;
          for (const each of happening) {
            await applyStep(each, fixture);
            expect(writes.listLost()).toEqual([]);
            const [found, scanned] = listRows(cache, index);
            expect(found).toEqual(scanned);
            if (writes.pendingCount === 0)
              expect(formatStates(picture.objects.values())).toBe(formatStates(cache.list()));
            expect(formatStates(other.picture.objects.values())).toBe(formatStates(other.cache.list()));
          }
          writes.answerAll();
          server.heal();
          await clock.advance(150_000);

          expect([...picture.wrong, ...other.picture.wrong]).toEqual([]);
          expect(writes.wrong).toEqual([]);
          expect(formatStates(cache.list())).toBe(formatStates(history.getObjectsAt(history.version).values()));
          expect(formatStates(other.cache.list())).toBe(formatStates(cache.list()));
          expect(formatStates(picture.objects.values())).toBe(formatStates(cache.list()));
          for (const object of cache.list()) expect(cache.get(getKey(object))).toBe(object);

          await clock.advance(600_000);
          server.sendBookmark();
          await clock.settle();
          const everSeen = history.states.flatMap(({ objects }) => [...objects.values()]);
          for (const progress of [...cache.watches, ...other.cache.watches]) {
            expect(history.states.filter(({ version }) => progress.confirmOwnWrite(String(version)))).toEqual([]);
            expect(everSeen.filter(({ metadata }) => progress.hasTombstone(metadata.uid))).toEqual([]);
          }
          fixture.stop.abort();
          await clock.advance(1000);
          await fixture.watching;
        },
      ),
      { numRuns: 300 },
    );
  });
});
