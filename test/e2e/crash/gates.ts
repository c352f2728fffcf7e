import type { Call } from './call.ts';
import { isEvent, nameOf, Numbering, type Position } from './position.ts';

/** Stands before everything that an operator calls for one resource. */
export interface Gate {
  /** The call has arrived. `false`: it is not passed on, now or ever. */
  arrived(call: Call): boolean;
  /** It was done and answered. `false`: the answer is not passed on. */
  answered(call: Call): boolean;
}

/** The gates of an operator, by the namespace of the resource. */
export type Gates = ReadonlyMap<string, Gate>;

/** Lets everything through and writes it down. */
export class Recorder implements Gate {
  /** From the very beginning. */
  readonly all: Call[] = [];
  #begunAt = 0;
  #pending = 0;

  /** Since it was asked to begin. */
  get calls(): readonly Call[] {
    return this.all.slice(this.#begunAt);
  }

  /** Whether it lets nothing through any more. */
  get shut(): boolean {
    return false;
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

/**
 * Lets everything through up to a position, and nothing from there on but events of what was done before: they wait in
 * one line with those of all other resources, and must not hold these up.
 */
export class Trap extends Recorder {
  readonly position: Position;
  #numbering: Numbering | undefined;
  #target: Call | undefined;
  #shut = false;

  constructor(position: Position) {
    super();
    this.position = position;
  }

  override get shut(): boolean {
    return this.#shut;
  }

  /** Positions are counted from here. */
  override begin(): void {
    super.begin();
    this.#numbering = new Numbering();
  }

  override arrived(call: Call): boolean {
    if (this.#shut) return isEvent(call.text);
    super.arrived(call);
    if (this.#numbering?.name(call) !== this.position.call) return true;
    this.#target = call;
    this.#shut = this.position.moment === 'before';
    return !this.#shut;
  }

  override answered(call: Call): boolean {
    super.answered(call);
    this.#shut ||= call === this.#target;
    return call !== this.#target && (!this.#shut || isEvent(call.text));
  }

  /** What it waits for, and what has come instead. */
  describe(): string {
    return `${nameOf(this.position)}: it came to ${this.calls.map(({ text }) => text).join(', ')}`;
  }
}
