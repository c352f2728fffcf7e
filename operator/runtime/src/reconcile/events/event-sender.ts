import { type Clock, microTimestamp } from '../../base/index.ts';
import { type Client, isApiError } from '../../client/index.ts';
import { Event } from '../../kinds/index.ts';
import { EventNames, type NamesOptions } from './event-names.ts';
import { eventFor, namespaceOf, type Reporter } from './event-object.ts';
import { LruCache } from './lru-cache.ts';
import type { Occurrence } from './occurrence.ts';

/** How long an equal event increases a count instead of being sent anew: the API server keeps events no longer. */
const seriesLastsMs = 3_600_000;
/** How many events are remembered for that. */
const remembered = 1000;
/** Two controllers may choose the same name in the same moment; so many names are tried. */
const namesAtMost = 5;

interface Series {
  readonly name: string;
  readonly count: number;
  readonly atMs: number;
}

type Counted = Pick<Series, 'name' | 'count'>;

/** Sends events, and increases the counts of existing ones. */
export class EventSender {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #reporter: Reporter;
  readonly #names: EventNames;
  readonly #known = new LruCache<Series>(remembered);

  constructor(client: Client, reporter: Reporter & NamesOptions) {
    this.#client = client;
    this.#clock = reporter.clock;
    this.#reporter = reporter;
    this.#names = new EventNames(reporter);
  }

  /** @param id the same for equal events */
  async send(id: string, occurrence: Occurrence, signal: AbortSignal): Promise<void> {
    const before = this.#known.get(id);
    // If the patch fails, the event may be deleted: then it is sent anew.
    this.#known.delete(id);
    const isRecent = before !== undefined && this.#clock.monotonic() - before.atMs < seriesLastsMs;
    const { name, count } = isRecent
      ? await this.#countUp(before, occurrence, signal)
      : await this.#create(occurrence, signal);
    this.#known.set(id, { name, count, atMs: this.#clock.monotonic() });
  }

  async #countUp(before: Series, occurrence: Occurrence, signal: AbortSignal): Promise<Counted> {
    const { name } = before;
    const count = before.count + 1;
    const series = { count, lastObservedTime: microTimestamp(this.#clock) };
    const key = { namespace: namespaceOf(occurrence), name };
    await this.#client.resource(Event).mergePatch(key, { series }, { signal });
    return { name, count };
  }

  async #create(occurrence: Occurrence, signal: AbortSignal): Promise<Counted> {
    for (let names = 1; ; names += 1) {
      try {
        return await this.#createOnce(occurrence, signal);
      } catch (error) {
        if (!isApiError(error, 409) || names === namesAtMost) throw error;
      }
    }
  }

  async #createOnce(occurrence: Occurrence, signal: AbortSignal): Promise<Counted> {
    const name = this.#names.next(occurrence.owner.metadata.name);
    const event = eventFor(occurrence, this.#reporter, name);
    // If it was created before the connection was lost, it is created twice: better than not at all.
    await this.#client.resource(Event).create(event, { signal, isIdempotent: true });
    return { name, count: 1 };
  }
}
