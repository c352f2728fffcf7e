/**
 * The rank of a review. `known`: of a token that was allowed the last time; `new`: of a peer without refusals;
 * `suspect`: of a peer that was refused recently.
 */
type Rank = 'known' | 'new' | 'suspect';

/**
 * Up to how many reviews under way one of this rank may begin: suspects never take the last slots from higher ranks.
 */
export const slots: Readonly<Record<Rank, number>> = { known: 8, new: 6, suspect: 3 };

/** How many reviews of one peer may run at the same time, and how many may wait. */
export const perPeer = { underWay: 2, waiting: 4 } as const;

/** How many reviews may wait in all. */
export const mostWaiting = 256;

/** The ranks in order of precedence. */
const ranks: readonly Rank[] = ['known', 'new', 'suspect'];

export interface Requester {
  readonly rank: Rank;
  /** The unit that takes turns: the peer, or the known token. */
  readonly lane: string;
}

/** There is no room for another review, of this peer or in all. */
export class Busy extends Error {}

interface Waiting extends Requester {
  /** The round in which it is due: one review of each peer per round. */
  readonly round: number;
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/**
 * Limits how many reviews run at the API server, and distributes them: higher ranks first, within a rank each peer in
 * turn. A requester without a place gets `Busy` at once; one of a low rank loses its place to one of a higher rank.
 */
export class ReviewQueue {
  readonly #waiting: Waiting[] = [];
  readonly #underWay = new Map<string, number>();
  #running = 0;
  #round = 0;

  /** Runs `review` when it is the requester's turn. Errors: `Busy`, and those of `review`. */
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

  /** Of the highest rank that may begin, the first review of the earliest round. */
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
