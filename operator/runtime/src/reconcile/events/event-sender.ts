import { type Clock, isTerminating, formatMicroTimestamp, type ObjectKey } from '../../base/index.ts';
import { type Client, isApiError, isNamespaceTerminating } from '../../client/index.ts';
import { Event } from '../../kinds/index.ts';
import { EventNames, type NamesOptions } from './event-names.ts';
import { defaultNamespace, buildEvent, getEventNamespace, type Reporter } from './event-object.ts';
import { LruCache } from './lru-cache.ts';
import type { Occurrence } from './occurrence.ts';

/** How long an equal event increases a count instead of being sent again: the API server keeps events no longer. */
const seriesLastsMs = 3_600_000;
/** How many events are remembered for that. */
const remembered = 1000;
/** Two controllers may choose the same name at the same moment: the maximum number of names to try. */
const namesAtMost = 5;

interface Series {
  readonly key: Required<ObjectKey>;
  readonly count: number;
  readonly atMs: number;
}

type Counted = Pick<Series, 'key' | 'count'>;

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
    // If the patch fails, the event may be deleted: send it again.
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
        // If the event was created before the connection was lost, it is created twice, which is better than not at
        // all.
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
 * A warning about a clean-up matters even in a terminating namespace: that rejects the event, but `default` accepts it.
 */
function isNeededAfterDeletion({ owner, type }: Occurrence, namespace: string): boolean {
  return type === 'Warning' && isTerminating(owner) && namespace !== defaultNamespace;
}
