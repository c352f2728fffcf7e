import type { Clock } from '@kubewright/runtime/internal/base';
import type { Pet } from '../pet.ts';

/** Pets of a store, by id. */
export type Holdings = ReadonlyMap<string, Pet>;

/** What something that we have done does to what is known. */
export type Change = (known: Map<string, Pet>) => void;

export interface SnapshotOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Gets everything that the store holds. */
  readonly look: () => Promise<readonly Pet[]>;
  /** How long a round is, in milliseconds. */
  readonly everyMs: number;
}

/** Between two looks: how many have begun so far. */
export type Moment = number;

/** A look that is under way. */
interface Look {
  readonly number: Moment;
  readonly round: number;
  readonly result: Promise<Holdings>;
  /** What was done meanwhile: the answer may be from before it. */
  readonly changes: Change[];
  /** What was found out meanwhile contradicts what was known: the answer may be from before that. */
  doubtful: boolean;
}

/** Whether what a look has shown, or will show, is what somebody asks for. */
type IsGood = (look: Pick<Look, 'number' | 'round'>) => boolean;

/** Of the look before. */
interface Failure {
  readonly error: unknown;
  readonly untilMs: number;
}

/** Nobody looks again so soon after a look that has failed. */
const pauseMs = 1000;
/** So many wait for the answer of a store that was away. */
const mostWaiting = 16;

/**
 * Everything that a store holds: one look at it serves everybody.
 *
 * Time is cut into rounds. In each of them the first who asks has a look taken, and the others wait for it or find it
 * done. Our own writes are entered, so that they show at once. While the store does not answer, only a few wait for
 * its next answer; for all others, the call fails at once.
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

  /** What the store held in a look of this round, and what was entered since. Throws what the look threw. */
  current(): Promise<Holdings> {
    const round = this.#round();
    return this.#seenIn((look) => look.round === round);
  }

  /** This moment, for `since`. */
  moment(): Moment {
    return this.#begun;
  }

  /** What it held in a look that began after `moment`, and what was entered since. Throws what the look threw. */
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

  /** The store has answered: nobody has to wait any more until it is looked at again. */
  answered(): void {
    this.#failure = undefined;
  }

  /** How long this round goes on, in milliseconds: at least 1. */
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
