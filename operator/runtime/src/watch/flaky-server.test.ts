import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { type ObjectHistory, selection, formatState } from '../../fixtures/object-history.ts';
import { FlakyServer, type FlakyServerOptions } from '../../fixtures/flaky-server.ts';
import { disruptions } from '../../fixtures/disruptions.ts';
import { type Kind, type KubeObject, silentLogger } from '../base/index.ts';
import { createClient } from '../client/index.ts';
import type { WatchEvent } from './watch-state.ts';
import { watchObjects } from './watch-objects.ts';

const kind: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };

type Step = readonly [trouble: string, n: number, thenMs: number];

const steps = fc.array(
  fc.tuple(fc.constantFrom(...disruptions.keys()), fc.nat(20), fc.constantFrom(0, 0, 500, 1000, 3000, 30_000)),
  { minLength: 1, maxLength: 30 },
);

const setting = fc.record({
  watchList: fc.constantFrom<FlakyServerOptions['watchList'][]>('streamed', 'streamed', 'refused', 'ignored'),
  asksForWatchList: fc.constantFrom(true, true, false),
  pageSize: fc.integer({ min: 1, max: 3 }),
  isLarge: fc.boolean(),
  latencyMs: fc.constantFrom(0, 3000),
  luck: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

/** Rebuilds the objects from events alone, and records events that contradict each other. */
class ObservedState {
  readonly objects = new Map<string, KubeObject>();
  readonly wrong: string[] = [];
  readonly #history: ObjectHistory;
  #emitted = 0;
  #synced = false;

  constructor(history: ObjectHistory) {
    this.#history = history;
  }

  take(event: WatchEvent<KubeObject>): void {
    const version = Number(
      event.type === 'applied' || event.type === 'deleted'
        ? event.object.metadata.resourceVersion
        : event.resourceVersion,
    );
    // After a restore from a backup a lower version is allowed.
    if (this.#history.isLost(this.#emitted)) this.#emitted = 0;
    const isOld =
      event.type === 'replaced' || event.type === 'bookmark' ? version < this.#emitted : version <= this.#emitted;
    if (isOld) this.wrong.push(`${event.type} ${String(version)} came after ${String(this.#emitted)}`);
    if (!this.#synced && event.type !== 'replaced') this.wrong.push(`${event.type} came before the first objects`);
    this.#synced = true;
    this.#emitted = version;
    this.#paint(event);
    this.#compare(event.type, version);
  }

  #compare(type: string, version: number): void {
    // Skips events from before the restore.
    if (this.#history.isLost(version)) return;
    const [here, there] = [formatVersions(this.objects), formatVersions(this.#history.getObjectsAt(version))];
    if (here !== there) this.wrong.push(`after ${type} ${String(version)}: ${here} instead of ${there}`);
  }

  #paint(event: WatchEvent<KubeObject>): void {
    if (event.type === 'replaced') this.objects.clear();
    const items = event.type === 'replaced' ? event.items : event.type === 'applied' ? [event.object] : [];
    for (const item of items) this.objects.set(item.metadata.name, item);
    if (event.type === 'deleted') this.objects.delete(event.object.metadata.name);
  }
}

function formatVersions(objects: ReadonlyMap<string, KubeObject>): string {
  return [...objects.values()].map(formatState).sort().join(' ');
}

describe('a watch, for all server and connection errors', () => {
  // id: fault-2
  it('eventually emits the last state of every object, without duplicates, delays or reordering', async () => {
    await fc.assert(
      fc.asyncProperty(
        setting,
        steps,
        async ({ asksForWatchList, latencyMs, luck, ...how }, happening: readonly Step[]) => {
          const clock = createFakeClock();
          const server = new FlakyServer({ ...how, clock, restores: 3 });
          const { history } = server;
          server.latencyMs = latencyMs;
          const picture = new ObservedState(history);
          const stop = new AbortController();
          const watching = watchObjects<KubeObject>(
            {
              resource: createClient(server.transport).resource(kind),
              selection,
              clock,
              logger: silentLogger,
              random: () => luck,
              watchList: asksForWatchList,
              onEvent: (event) => picture.take(event),
            },
            stop.signal,
          );

          for (const [trouble, n, thenMs] of happening) {
            disruptions.get(trouble)?.(server, n);
            await clock.advance(thenMs);
          }
          server.heal();
          const askedBefore = server.requestCount;
          // A half-open connection is detected after 55 s; a wait after a failure lasts up to 30 s.
          await clock.advance(150_000);

          expect(picture.wrong).toEqual([]);
          expect(formatVersions(picture.objects)).toBe(formatVersions(history.getObjectsAt(history.version)));
          expect(server.open).toHaveLength(1);
          // A stream ends every 40 s. Broken streams need a few requests more, and so does a list with one object per
          // page.
          expect(server.requestCount - askedBefore).toBeLessThan(16);
          stop.abort();
          await watching;
          expect([server.open.length, clock.timers]).toEqual([0, 0]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
