import type { Clock } from '../../base/index.ts';
import { LruCache } from './lru-cache.ts';
import { aggregateKey, type Occurrence, seriesKey } from './occurrence.ts';

/** So many of one object, type and reason are sent one by one; more are combined. */
const sentEach = 10;
/** They are similar as long as no more time than this lies between two. */
const similarForMs = 600_000;
/** How many groups are remembered. */
const remembered = 1000;

interface Group {
  readonly sent: Set<string>;
  seenAtMs: number;
}

/** Combines events that say nearly the same: client-go's numbers, so that people and dashboards meet what they know. */
export class SimilarEvents {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #groups = new LruCache<Group>(remembered);

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** What is to be sent: the occurrence itself; or, of the eleventh of its group on, the one that stands for them all. */
  combine(occurrence: Occurrence): { readonly id: string; readonly sent: Occurrence } {
    const group = this.#groupOf(occurrence);
    const id = seriesKey(occurrence);
    if (group.sent.has(id)) return { id, sent: occurrence };
    if (group.sent.size < sentEach) {
      group.sent.add(id);
      return { id, sent: occurrence };
    }
    const { related: _related, ...rest } = occurrence;
    // The API server lets nobody change a note: it is that of the one with which the combining began.
    const note = `Combined from similar events, of which this was one: ${occurrence.note}`;
    return { id: aggregateKey(occurrence), sent: { ...rest, note } };
  }

  #groupOf(occurrence: Occurrence): Group {
    const key = aggregateKey(occurrence);
    const now = this.#clock.monotonic();
    const known = this.#groups.get(key);
    if (known !== undefined && now - known.seenAtMs <= similarForMs) {
      known.seenAtMs = now;
      return known;
    }
    const group = { sent: new Set<string>(), seenAtMs: now };
    this.#groups.set(key, group);
    return group;
  }
}
