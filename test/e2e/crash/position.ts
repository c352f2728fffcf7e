import type { Call } from './call.ts';

/** A point in the work of an operator at which it can be killed. */
export interface Position {
  readonly call: string;
  /** `before`: the API server never sees the call. `after`: it answers, and the operator never sees the answer. */
  readonly moment: 'before' | 'after';
}

/**
 * Pure: the calls of a recorded run, each with a name of its own. The same call again is `#2`; but progress that is
 * written down is one call, however often a fast or slow cluster makes it be written.
 */
export function distinctCalls(calls: readonly Call[]): readonly string[] {
  const numbering = new Numbering();
  return calls.map((call) => numbering.name(call)).filter((name) => name !== undefined);
}

/** Pure: both positions of each call. */
export function positionsOf(calls: readonly string[]): readonly Position[] {
  return calls.flatMap((call) => [
    { call, moment: 'before' },
    { call, moment: 'after' },
  ]);
}

/** Gives calls their names as they come. */
export class Numbering {
  readonly #seen = new Map<string, number>();

  /** @returns `undefined` for a call that is no other than one before */
  name({ text, repeats }: Call): string | undefined {
    const number = (this.#seen.get(text) ?? 0) + 1;
    this.#seen.set(text, number);
    if (number === 1) return text;
    return repeats ? undefined : `${text} #${String(number)}`;
  }
}

/** Names a position. */
export function nameOf({ moment, call }: Position): string {
  return `${moment} "${call}"`;
}
