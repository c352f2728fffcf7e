/**
 * Whose review it is. `known`: a token's that was good the last time; `new`: a peer's that nothing is known against;
 * `suspect`: that of a peer that was refused a moment ago.
 */
export type Rank = 'known' | 'new' | 'suspect';

/** Reviews under way until which one of the rank may begin: suspects never take the last slots from those before them. */
export const slots: Readonly<Record<Rank, number>> = { known: 8, new: 6, suspect: 3 };

/** Reviews of one peer at the same time, and those of it that wait. */
export const perPeer = { underWay: 2, waiting: 4 } as const;

/** All that wait. */
export const mostWaiting = 256;

/** Whose turn it is first. */
const ranks: readonly Rank[] = ['known', 'new', 'suspect'];

export interface Requester {
  readonly rank: Rank;
  /** Who takes turns with whom: the peer, or the token that is known. */
  readonly lane: string;
}

/** There is no room for another review, of this peer or at all. */
export class Busy extends Error {}

interface Waiting extends Requester {
  /** The round in which it is its turn: one review of each peer a round. */
  readonly round: number;
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/**
 * Keeps the API server busy with few reviews, and shares them out: ranks one after the other, within a rank each peer in
 * turn. Who has no place throws `Busy` at once; who comes first loses its place to who comes before it in rank.
 */
export class ReviewQueue {
  readonly #waiting: Waiting[] = [];
  readonly #underWay = new Map<string, number>();
  #running = 0;
  #round = 0;

  /** What `review` gives, once it is the requester's turn. Errors: `Busy`, and those of `review`. */
  async run<T>(requester: Requester, review: () => Promise<T>): Promise<T> {
    await this.#turn(requester);
    try {
      return await review();
    } finally {
      this.#running -= 1;
      this.#count(requester.lane, -1);
      this.#next();
    }
  }

  /** How many are under way or wait. */
  get size(): number {
    return this.#running + this.#waiting.length;
  }

  #turn(requester: Requester): Promise<void> {
    if (this.#mayBegin(requester)) {
      this.#begin(requester);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const round = this.#round + this.#underWayOf(requester.lane) + this.#waitingOf(requester.lane);
      const waiting = { ...requester, round, begin: resolve, giveUp: () => reject(new Busy()) };
      if (this.#hasRoomFor(requester)) this.#waiting.push(waiting);
      else waiting.giveUp();
    });
  }

  #hasRoomFor({ lane, rank }: Requester): boolean {
    if (this.#waitingOf(lane) >= perPeer.waiting) return false;
    if (this.#waiting.length < mostWaiting) return true;
    const last = this.#waiting.findLastIndex((each) => ranks.indexOf(each.rank) > ranks.indexOf(rank));
    const [displaced] = last < 0 ? [] : this.#waiting.splice(last, 1);
    displaced?.giveUp();
    return displaced !== undefined;
  }

  #next(): void {
    const next = this.#firstInTurn();
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#round = Math.max(this.#round, next.round);
    this.#begin(next);
    next.begin();
  }

  /** Of the first rank that may begin, who came first of the earliest round. */
  #firstInTurn(): Waiting | undefined {
    const ready = this.#waiting.filter((each) => this.#mayBegin(each));
    const of = ranks.map((rank) => ready.filter((each) => each.rank === rank)).find(({ length }) => length > 0) ?? [];
    const round = Math.min(...of.map((each) => each.round));
    return of.find((each) => each.round === round);
  }

  #mayBegin({ rank, lane }: Requester): boolean {
    return this.#running < slots[rank] && this.#underWayOf(lane) < perPeer.underWay;
  }

  #begin({ lane }: Requester): void {
    this.#running += 1;
    this.#count(lane, 1);
  }

  #underWayOf(lane: string): number {
    return this.#underWay.get(lane) ?? 0;
  }

  #waitingOf(lane: string): number {
    return this.#waiting.filter((each) => each.lane === lane).length;
  }

  #count(lane: string, change: number): void {
    const count = this.#underWayOf(lane) + change;
    if (count === 0) this.#underWay.delete(lane);
    else this.#underWay.set(lane, count);
  }
}
