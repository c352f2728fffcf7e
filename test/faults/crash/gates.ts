import type { Call } from './call.ts';

/** Decides which calls of an operator for one custom resource pass. */
export interface Gate {
  /** Called when a call arrives. Returns false if it must never be forwarded. */
  arrived(call: Call): boolean;
  /** Called when a call was answered. Returns false if the response must never be forwarded. */
  answered(call: Call): boolean;
}

/** The gates of an operator, by the namespace of the custom resource. */
export type Gates = ReadonlyMap<string, Gate>;

/** A gate that forwards and records every call. */
export class Recorder implements Gate {
  /** Every call, including those before `begin`. */
  readonly all: Call[] = [];
  #begunAt = 0;
  #pending = 0;

  /** The calls since `begin`, in order. */
  get calls(): readonly Call[] {
    return this.all.slice(this.#begunAt);
  }

  /** Whether the gate blocks all further calls. */
  get shut(): boolean {
    return false;
  }

  /** Whether all forwarded calls have been answered. */
  isQuiet(): boolean {
    return this.#pending === 0;
  }

  begin(): void {
    this.#begunAt = this.all.length;
  }

  /** Takes over the recorded calls of an earlier operator that was killed. */
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
