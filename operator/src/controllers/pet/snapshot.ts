import type { Clock } from '@kubewright/runtime';
import type { Pet } from '../../pet-store/client/index.ts';

export type StoredPets = ReadonlyMap<string, Pet>;

/** Applies a write of this process to the known pets. */
export type Change = (known: Map<string, Pet>) => void;

export interface SnapshotOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Fetches all pets of the store. */
  readonly search: () => Promise<readonly Pet[]>;
  /** The length of a round in milliseconds. */
  readonly everyMs: number;
}

/** A point in time: the number of searches that have begun so far. */
export type Moment = number;

/** A running search of the whole store. */
interface Search {
  readonly number: Moment;
  readonly round: number;
  readonly result: Promise<StoredPets>;
  /** Writes of this process since the search began, which its response may not contain. */
  readonly changes: Change[];
  /**
   * Whether another response has contradicted the snapshot during this search, whose result may be older than that
   * response.
   */
  doubtful: boolean;
}

/** Whether a search is recent enough for a caller. */
type IsUsable = (search: Pick<Search, 'number' | 'round'>) => boolean;

/** How the previous search failed. */
interface Failure {
  readonly error: unknown;
  readonly untilMs: number;
}

/** The pause between a failed search and the next one, in milliseconds. */
const pauseMs = 1000;
/** The maximum number of callers that wait for a running search while the store does not answer. */
const mostWaiting = 16;

/**
 * A snapshot of all pets in a store. Time is divided into rounds: the first caller in a round begins a search of the
 * whole store, and all others share its result. Writes of this process are applied to it at once. While the store does
 * not answer, only a few callers wait for the running search, and the calls of all others fail at once.
 */
export class Snapshot {
  readonly #options: SnapshotOptions;
  readonly #beganAtMs: number;
  #begun: Moment = 0;
  #known: (Pick<Search, 'number' | 'round'> & { readonly pets: Map<string, Pet> }) | undefined;
  #searching: Search | undefined;
  /** The search that will begin after the running one. */
  #next: Promise<StoredPets> | undefined;
  #failure: Failure | undefined;
  #waiting = 0;

  constructor(options: SnapshotOptions) {
    this.#options = options;
    this.#beganAtMs = options.clock.monotonic();
  }

  /**
   * Returns all pets, from a search of the current round, with this process's writes since then. Rejects with the error
   * of the search.
   */
  getCurrent(): Promise<StoredPets> {
    const round = this.#getRound();
    return this.#getUsable((search) => search.round === round);
  }

  /** Returns the current moment, to pass to `getSince`. */
  getMoment(): Moment {
    return this.#begun;
  }

  /**
   * Returns all pets, from a search that began after `moment`, with this process's writes since then. Rejects with the
   * error of the search.
   */
  getSince(moment: Moment): Promise<StoredPets> {
    return this.#getUsable(({ number }) => number > moment);
  }

  /** Applies a write that the store has or may have executed to the snapshot, and to the running search. */
  enter(change: Change): void {
    if (this.#known !== undefined) change(this.#known.pets);
    this.#searching?.changes.push(change);
  }

  /** Discards the snapshot if it contains a pet that the store reports as missing. */
  noteMissing(id: string): void {
    const wasKnown = this.#known?.pets.has(id) === true;
    this.enter((known) => void known.delete(id));
    if (!wasKnown) return;
    this.#known = undefined;
    if (this.#searching !== undefined) this.#searching.doubtful = true;
  }

  /** Allows the next search at once. Call it when the store answers again. */
  clearFailure(): void {
    this.#failure = undefined;
  }

  /** Returns the milliseconds until the next round, at least 1. */
  computeRestOfRoundMs(): number {
    const { clock, everyMs } = this.#options;
    const endsAtMs = this.#beganAtMs + (this.#getRound() + 1) * everyMs;
    return Math.max(1, Math.ceil(endsAtMs - clock.monotonic()));
  }

  #getRound(): number {
    const { clock, everyMs } = this.#options;
    return Math.floor((clock.monotonic() - this.#beganAtMs) / everyMs);
  }

  async #getUsable(isGood: IsUsable): Promise<StoredPets> {
    if (this.#known !== undefined && isGood(this.#known)) return this.#known.pets;
    const search = this.#searching;
    if (search === undefined) {
      this.#throwIfJustFailed();
      return this.#next ?? this.#search();
    }
    if (this.#failure !== undefined) return this.#waitFor(search, this.#failure.error, isGood);
    if (isGood(search) && !search.doubtful) return search.result;
    this.#next ??= this.#searchAfter(search);
    return this.#next;
  }

  #throwIfJustFailed(): void {
    if (this.#failure !== undefined && this.#options.clock.monotonic() < this.#failure.untilMs) {
      throw this.#failure.error;
    }
  }

  /** Waits for the running search, unless `mostWaiting` callers already do; then throws `before`. */
  async #waitFor(search: Search, before: unknown, isGood: IsUsable): Promise<StoredPets> {
    if (this.#waiting >= mostWaiting) throw before;
    this.#waiting += 1;
    try {
      await search.result;
    } finally {
      this.#waiting -= 1;
    }
    return this.#getUsable(isGood);
  }

  async #searchAfter({ result }: Search): Promise<StoredPets> {
    try {
      await result;
    } finally {
      this.#next = undefined;
    }
    return this.#search();
  }

  #search(): Promise<StoredPets> {
    this.#begun += 1;
    const search = { number: this.#begun, round: this.#getRound(), changes: [], doubtful: false };
    this.#searching = Object.assign(search, { result: this.#take(search) });
    return this.#searching.result;
  }

  async #take(search: Omit<Search, 'result'>): Promise<StoredPets> {
    try {
      const pets = new Map((await this.#options.search()).map((pet) => [pet.id, pet]));
      for (const change of search.changes) change(pets);
      if (!search.doubtful) this.#known = { pets, number: search.number, round: search.round };
      this.#failure = undefined;
      return pets;
    } catch (error) {
      this.#failure = { error, untilMs: this.#options.clock.monotonic() + pauseMs };
      throw error;
    } finally {
      this.#searching = undefined;
    }
  }
}
