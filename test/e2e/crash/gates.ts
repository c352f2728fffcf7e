import type { Call } from './call.ts';
import { isEvent, nameOf, Numbering, type Position } from './position.ts';

/** Decides which calls of an operator for one resource pass. */
export interface Gate {
  /** A call has arrived. `false`: it is never passed on. */
  arrived(call: Call): boolean;
  /** The call was answered. `false`: the answer is never passed on. */
  answered(call: Call): boolean;
}

/** The gates of an operator, by the namespace of the resource. */
export type Gates = ReadonlyMap<string, Gate>;

/** Lets every call through and records it. */
export class Recorder implements Gate {
  /** Every call, also those before `begin`. */
  readonly all: Call[] = [];
  #begunAt = 0;
  #pending = 0;

  /** The calls since `begin`. */
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
 * Lets every call through up to a position, and from there on only events: the operator sends the events of all resources
 * in one queue, which this resource must not block.
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

  /** The position, and the calls that came instead. */
  describe(): string {
    return `${nameOf(this.position)}: it called ${this.calls.map(({ text }) => text).join(', ')}`;
  }
}
