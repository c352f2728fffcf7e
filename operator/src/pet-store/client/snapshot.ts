import type { Clock } from '@kubewright/runtime/internal/base';
import type { Pet } from '../pet.ts';

/** Pets of a store, by id. */
export type Holdings = ReadonlyMap<string, Pet>;

/** What a write of ours changes in what is known. */
export type Change = (known: Map<string, Pet>) => void;

export interface SnapshotOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Gets everything that the store holds. */
  readonly look: () => Promise<readonly Pet[]>;
  /** How long a round is, in milliseconds. */
  readonly everyMs: number;
}

/** How many looks have begun so far. */
export type Moment = number;

/** A search of the whole store that is under way. */
interface Look {
  readonly number: Moment;
  readonly round: number;
  readonly result: Promise<Holdings>;
  /** Our writes meanwhile: the answer may be older than they are. */
  readonly changes: Change[];
  /** An answer meanwhile contradicted what was known, and that of the look may be older. */
  doubtful: boolean;
}

/** Whether a look is recent enough for a caller. */
type IsGood = (look: Pick<Look, 'number' | 'round'>) => boolean;

/** Of the look before. */
interface Failure {
  readonly error: unknown;
  readonly untilMs: number;
}

/** After a failed look no other one is begun for so long. */
const pauseMs = 1000;
/** So many callers wait for the answer of a store that was down. */
const mostWaiting = 16;

/**
 * Everything that a store holds. One search of it, a look, serves all callers.
 *
 * Time is divided into rounds. The first caller of a round begins a look; the others share it. Our own writes are entered,
 * so that they show at once. While the store does not answer, only a few callers wait for its next answer; the calls of
 * all others fail at once.
 */
export class Snapshot {
  readonly #options: SnapshotOptions;
  readonly #beganAtMs: number;
  #begun: Moment = 0;
  #known: (Pick<Look, 'number' | 'round'> & { readonly pets: Map<string, Pet> }) | undefined;
  #looking: Look | undefined;
  /** The look after the one that is under way. */
  #next: Promise<Holdings> | undefined;
  #failure: Failure | undefined;
  #waiting = 0;

  constructor(options: SnapshotOptions) {
    this.#options = options;
    this.#beganAtMs = options.clock.monotonic();
  }

  /** What the store held in a look of this round, with what was entered since. Throws what the look threw. */
  current(): Promise<Holdings> {
    const round = this.#round();
    return this.#seenIn((look) => look.round === round);
  }

  /** Now, to be passed to `since` later. */
  moment(): Moment {
    return this.#begun;
  }

  /** What the store held in a look that began after `moment`, with what was entered since. Throws what the look threw. */
  since(moment: Moment): Promise<Holdings> {
    return this.#seenIn(({ number }) => number > moment);
  }

  /** Enters what was done, or may have been done, to the store. */
  enter(change: Change): void {
    if (this.#known !== undefined) change(this.#known.pets);
    this.#looking?.changes.push(change);
  }

  /** The store says that it does not have a pet. If it was known to have it, nothing that is known is sure any more. */
  lacks(id: string): void {
    const isNews = this.#known?.pets.has(id) === true;
    this.enter((known) => void known.delete(id));
    if (!isNews) return;
    this.#known = undefined;
    if (this.#looking !== undefined) this.#looking.doubtful = true;
  }

  /** The store has answered: the pause after a failed look is over. */
  answered(): void {
    this.#failure = undefined;
  }

  /** How long this round lasts, in milliseconds: at least 1. */
  restOfRoundMs(): number {
    const { clock, everyMs } = this.#options;
    const endsAtMs = this.#beganAtMs + (this.#round() + 1) * everyMs;
    return Math.max(1, Math.ceil(endsAtMs - clock.monotonic()));
  }

  #round(): number {
    const { clock, everyMs } = this.#options;
    return Math.floor((clock.monotonic() - this.#beganAtMs) / everyMs);
  }

  async #seenIn(isGood: IsGood): Promise<Holdings> {
    if (this.#known !== undefined && isGood(this.#known)) return this.#known.pets;
    const look = this.#looking;
    if (look === undefined) {
      this.#throwIfJustFailed();
      return this.#next ?? this.#look();
    }
    if (this.#failure !== undefined) return this.#heardOf(look, this.#failure.error, isGood);
    if (isGood(look) && !look.doubtful) return look.result;
    this.#next ??= this.#lookAfter(look);
    return this.#next;
  }

  #throwIfJustFailed(): void {
    if (this.#failure !== undefined && this.#options.clock.monotonic() < this.#failure.untilMs) {
      throw this.#failure.error;
    }
  }

  /** Whether the store is back, for the few who may wait for that. */
  async #heardOf(look: Look, before: unknown, isGood: IsGood): Promise<Holdings> {
    if (this.#waiting >= mostWaiting) throw before;
    this.#waiting += 1;
    try {
      await look.result;
    } finally {
      this.#waiting -= 1;
    }
    return this.#seenIn(isGood);
  }

  async #lookAfter({ result }: Look): Promise<Holdings> {
    try {
      await result;
    } finally {
      this.#next = undefined;
    }
    return this.#look();
  }

  #look(): Promise<Holdings> {
    const { promise: result, resolve, reject } = Promise.withResolvers<Holdings>();
    this.#begun += 1;
    const look: Look = { number: this.#begun, round: this.#round(), result, changes: [], doubtful: false };
    this.#looking = look;
    this.#take(look).then(resolve, reject);
    return result;
  }

  async #take(look: Look): Promise<Holdings> {
    try {
      const pets = new Map((await this.#options.look()).map((pet) => [pet.id, pet]));
      for (const change of look.changes) change(pets);
      if (!look.doubtful) this.#known = { pets, number: look.number, round: look.round };
      this.#failure = undefined;
      return pets;
    } catch (error) {
      this.#failure = { error, untilMs: this.#options.clock.monotonic() + pauseMs };
      throw error;
    } finally {
      this.#looking = undefined;
    }
  }
}
