/**
 * The priority class of a token review. `known`: the token was allowed the last time; `new`: the client address has no
 * rejections; `suspect`: the address has recent rejections.
 */
type Rank = 'known' | 'new' | 'suspect';

/** A review may start while fewer than this number run. Suspects never get the last slots. */
export const slots: Readonly<Record<Rank, number>> = { known: 8, new: 6, suspect: 3 };

/** Maximum number of running and of waiting reviews per client address. */
export const perPeer = { inFlight: 2, waiting: 4 } as const;

/** Maximum number of waiting reviews of all addresses together. */
export const mostWaiting = 256;

/** The ranks, the highest first. */
const ranks: readonly Rank[] = ['known', 'new', 'suspect'];

export interface Requester {
  readonly rank: Rank;
  /** Lanes take turns. Each client address is a lane, and so is each known token. */
  readonly lane: string;
}

/** Thrown if the queue is full, for this address or in total. */
export class BusyError extends Error {}

interface WaitingReview extends Requester {
  /** The round in which the review is due: each lane has one review per round. */
  readonly round: number;
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/**
 * Limits the number of reviews that the API server gets at a time, and orders them: higher ranks first, then each lane
 * in turn. If the queue is full, a request fails with `BusyError` at once, unless it can evict one of a lower rank.
 */
export class ReviewQueue {
  readonly #waiting: WaitingReview[] = [];
  readonly #inFlight = new Map<string, number>();
  #running = 0;
  #round = 0;

  /** Runs `review` when it is its turn. Errors: `BusyError`, and those of `review`. */
  async run<T>(requester: Requester, review: () => Promise<T>): Promise<T> {
    await this.#waitForTurn(requester);
    try {
      return await review();
    } finally {
      this.#running -= 1;
      this.#count(requester.lane, -1);
      this.#next();
    }
  }

  /** The number of running and waiting reviews. */
  get size(): number {
    return this.#running + this.#waiting.length;
  }

  #waitForTurn(requester: Requester): Promise<void> {
    if (this.#canBegin(requester)) {
      this.#begin(requester);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const round = this.#round + this.#countUnderWay(requester.lane) + this.#countWaiting(requester.lane);
      const waiting = { ...requester, round, begin: resolve, giveUp: () => reject(new BusyError()) };
      if (this.#hasRoomFor(requester)) this.#waiting.push(waiting);
      else waiting.giveUp();
    });
  }

  #hasRoomFor({ lane, rank }: Requester): boolean {
    if (this.#countWaiting(lane) >= perPeer.waiting) return false;
    if (this.#waiting.length < mostWaiting) return true;
    const last = this.#waiting.findLastIndex((each) => ranks.indexOf(each.rank) > ranks.indexOf(rank));
    const [displaced] = last < 0 ? [] : this.#waiting.splice(last, 1);
    displaced?.giveUp();
    return displaced !== undefined;
  }

  #next(): void {
    const next = this.#findNextInTurn();
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#round = Math.max(this.#round, next.round);
    this.#begin(next);
    next.begin();
  }

  /** Finds the next review: that of the earliest round within the highest rank that may start. */
  #findNextInTurn(): WaitingReview | undefined {
    const ready = this.#waiting.filter((each) => this.#canBegin(each));
    const of = ranks.map((rank) => ready.filter((each) => each.rank === rank)).find(({ length }) => length > 0) ?? [];
    const round = Math.min(...of.map((each) => each.round));
    return of.find((each) => each.round === round);
  }

  #canBegin({ rank, lane }: Requester): boolean {
    return this.#running < slots[rank] && this.#countUnderWay(lane) < perPeer.inFlight;
  }

  #begin({ lane }: Requester): void {
    this.#running += 1;
    this.#count(lane, 1);
  }

  #countUnderWay(lane: string): number {
    return this.#inFlight.get(lane) ?? 0;
  }

  #countWaiting(lane: string): number {
    return this.#waiting.filter((each) => each.lane === lane).length;
  }

  #count(lane: string, change: number): void {
    const count = this.#countUnderWay(lane) + change;
    if (count === 0) this.#inFlight.delete(lane);
    else this.#inFlight.set(lane, count);
  }
}
