import type { Call } from './call.ts';
import { Numbering, type Position } from './position.ts';

/** Stands before everything that an operator calls. */
export interface Gate {
  /** Nothing passes any more, in either direction. */
  readonly shut: boolean;
  /** The call has arrived. `false`: it is not passed on, now or ever. */
  arrived(call: Call): boolean;
  /** It was done and answered. `false`: the answer is not passed on. */
  answered(call: Call): boolean;
}

/** Lets everything through and writes it down. */
export class Recorder implements Gate {
  /** From the very beginning. */
  readonly all: Call[] = [];
  #begunAt = 0;
  #pending = 0;

  get shut(): boolean {
    return false;
  }

  /** Since it was asked to begin. */
  get calls(): readonly Call[] {
    return this.all.slice(this.#begunAt);
  }

  /** Whether no call is under way. */
  isQuiet(): boolean {
    return this.#pending === 0;
  }

  begin(): void {
    this.#begunAt = this.all.length;
  }

  arrived(call: Call): boolean {
    this.all.push(call);
    this.#pending += 1;
    return true;
  }

  answered(_call: Call): boolean {
    this.#pending -= 1;
    return true;
  }
}

/** Lets everything through up to a position, and strikes there. */
export class Trap extends Recorder {
  readonly #position: Position;
  #strike: () => void = () => undefined;
  #numbering: Numbering | undefined;
  #target: Call | undefined;
  #sprung = false;

  constructor(position: Position) {
    super();
    this.#position = position;
  }

  /** What to do at the position. */
  arm(strike: () => void): void {
    this.#strike = strike;
  }

  override get shut(): boolean {
    return this.#sprung;
  }

  /** Positions are counted from here. */
  override begin(): void {
    super.begin();
    this.#numbering = new Numbering();
  }

  override arrived(call: Call): boolean {
    if (this.#sprung) return false;
    super.arrived(call);
    if (this.#numbering?.name(call) !== this.#position.call) return true;
    this.#target = call;
    return this.#position.moment === 'after' || this.#spring();
  }

  override answered(call: Call): boolean {
    super.answered(call);
    return !this.#sprung && (call !== this.#target || this.#spring());
  }

  #spring(): false {
    this.#sprung = true;
    this.#strike();
    return false;
  }
}
