import type { Clock } from '../../base/index.ts';
import { LruCache } from './lru-cache.ts';
import { computeAggregateKey, type Occurrence, computeSeriesKey } from './occurrence.ts';

/** Number of events with the same object, type and reason that are sent one by one. Further ones are combined. */
const sentEach = 10;
/** Maximum time between two similar events in milliseconds. */
const similarForMs = 600_000;
/** Maximum number of remembered groups of similar events. */
const remembered = 1000;

interface Group {
  readonly sent: Set<string>;
  seenAtMs: number;
}

/** Combines similar events, with the limits of client-go. */
export class SimilarEvents {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #groups = new LruCache<Group>(remembered);

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Returns the event to send: the occurrence itself or, from the eleventh of its group on, the combined event. */
  combine(occurrence: Occurrence): { readonly id: string; readonly sent: Occurrence } {
    const group = this.#getGroup(occurrence);
    const id = computeSeriesKey(occurrence);
    if (group.sent.has(id)) return { id, sent: occurrence };
    if (group.sent.size < sentEach) {
      group.sent.add(id);
      return { id, sent: occurrence };
    }
    const { related: _related, ...rest } = occurrence;
    // The API server does not allow a change of the note, so it stays that of the first combined event.
    const note = `Combined from similar events, for example: ${occurrence.note}`;
    return { id: computeAggregateKey(occurrence), sent: { ...rest, note } };
  }

  #getGroup(occurrence: Occurrence): Group {
    const key = computeAggregateKey(occurrence);
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
