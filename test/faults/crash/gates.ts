import type { Call } from './call.ts';

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

  /** Counts the calls of an operator that was killed before as its own. */
  continue(killed: Recorder): void {
    this.all.push(...killed.all);
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
