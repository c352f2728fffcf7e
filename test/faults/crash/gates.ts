import type { Call } from './call.ts';

/** Decides which calls of an operator for one custom resource pass. */
export interface Gate {
  /** Called when a call arrives. `false`: it is never forwarded. */
  arrived(call: Call): boolean;
  /** Called when a call was answered. `false`: the answer is never forwarded. */
  answered(call: Call): boolean;
}

/** The gates of an operator, by the namespace of the custom resource. */
export type Gates = ReadonlyMap<string, Gate>;

/** Forwards and records every call. */
export class Recorder implements Gate {
  /** Every call, including those before `begin`. */
  readonly all: Call[] = [];
  #begunAt = 0;
  #pending = 0;

  /** The calls since `begin`. */
  get calls(): readonly Call[] {
    return this.all.slice(this.#begunAt);
  }

  /** Whether it blocks all further calls. */
  get shut(): boolean {
    return false;
  }

  /** Whether all calls have been answered. */
  isQuiet(): boolean {
    return this.#pending === 0;
  }

  begin(): void {
    this.#begunAt = this.all.length;
  }

  /** Counts the calls of an earlier, killed operator as its own. */
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
