import { type Clock, isTerminating, formatMicroTimestamp, type ObjectKey } from '../../base/index.ts';
import { type Client, isApiError, isNamespaceTerminating } from '../../client/index.ts';
import { Event } from '../../kinds/index.ts';
import { EventNames, type NamesOptions } from './event-names.ts';
import { defaultNamespace, buildEvent, getEventNamespace, type Reporter } from './event-object.ts';
import { LruCache } from './lru-cache.ts';
import type { Occurrence } from './occurrence.ts';

/**
 * Time in milliseconds in which an equal event increases a count instead of being sent again: the API server keeps
 * events no longer.
 */
const seriesLastsMs = 3_600_000;
/** Maximum number of events that are remembered to increase their counts. */
const remembered = 1000;
/** Maximum number of names to try, because two controllers may choose the same name at the same time. */
const namesAtMost = 5;

interface Series {
  readonly key: Required<ObjectKey>;
  readonly count: number;
  readonly atMs: number;
}

type Counted = Pick<Series, 'key' | 'count'>;

/** Sends events, or increases the counts of events that were sent before. */
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
    // Forgets the event, so that it is sent as a new one if it cannot be patched: it may be deleted.
    this.#known.delete(id);
    const isRecent = before !== undefined && this.#clock.monotonic() - before.atMs < seriesLastsMs;
    const counted = isRecent ? await this.#countUp(before, signal) : await this.#create(occurrence, signal);
    this.#known.set(id, { ...counted, atMs: this.#clock.monotonic() });
  }

  async #countUp({ key, count: before }: Series, signal: AbortSignal): Promise<Counted> {
    const count = before + 1;
    const series = { count, lastObservedTime: formatMicroTimestamp(this.#clock) };
    await this.#client.resource(Event).mergePatch(key, { series }, { signal });
    return { key, count };
  }

  async #create(occurrence: Occurrence, signal: AbortSignal): Promise<Counted> {
    let namespace = getEventNamespace(occurrence);
    for (let names = 1; ; names += 1) {
      const key = { namespace, name: this.#names.next(occurrence.owner.metadata.name) };
      try {
        // Sends a lost request again: the worst result is a duplicate event, which is better than none.
        const how = { signal, isIdempotent: true };
        await this.#client.resource(Event).create(buildEvent(occurrence, this.#reporter, key), how);
        return { key, count: 1 };
      } catch (error) {
        if (isNamespaceTerminating(error) && isNeededAfterDeletion(occurrence, namespace)) namespace = defaultNamespace;
        else if (!isApiError(error, 409) || names === namesAtMost) throw error;
      }
    }
  }
}

/**
 * Whether to send an event about a deleted object to `default`: a terminating namespace rejects new events, but a
 * warning about a clean-up matters even then.
 */
function isNeededAfterDeletion({ owner, type }: Occurrence, namespace: string): boolean {
  return type === 'Warning' && isTerminating(owner) && namespace !== defaultNamespace;
}
