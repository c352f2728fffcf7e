import type { Call } from './call.ts';

/** A point in the work of an operator at which it can be killed. */
export interface Position {
  readonly call: string;
  /** `before`: whoever is called never sees the call. `after`: it answers, and the operator never sees the answer. */
  readonly moment: 'before' | 'after';
}

/**
 * Pure: the calls of a recorded run, each with a unique name. The same call again is `#2`; but all writes of a
 * status are one call, because their number depends on how fast the cluster is.
 */
export function distinctCalls(calls: readonly Call[]): readonly string[] {
  const numbering = new Numbering();
  return calls.map((call) => numbering.name(call)).filter((name) => name !== undefined);
}

/** Pure: both positions of each call. */
export function positionsOf(calls: readonly string[]): readonly Position[] {
  return calls.flatMap((call): Position[] => [
    { call, moment: 'before' },
    { call, moment: 'after' },
  ]);
}

/** A held call occupies a connection, and an operator has 16. */
const mostAtOnce = 12;

/**
 * Pure: positions at which one operator can be stopped at once, each with another resource. Events are sent one after the
 * other, so a group has at most one of them. A `shared` call is for all resources, so it is a group of its own.
 */
export function grouped<T extends Position>(
  positions: readonly T[],
  shared: readonly string[],
): readonly (readonly T[])[] {
  const alone = positions.filter(({ call }) => shared.includes(call));
  const events = positions.filter(({ call }) => isEvent(call));
  const others = positions.filter((position) => !alone.includes(position) && !events.includes(position));
  const size = Math.max(events.length, Math.ceil((events.length + others.length) / mostAtOnce));
  // One event each first, then the others in turn.
  const together = Array.from({ length: size }, (_, group) => [
    ...events.slice(group, group + 1),
    ...others.filter((_position, index) => index % size === group),
  ]);
  return [...alone.map((position) => [position]), ...together].filter((group) => group.length > 0);
}

/** Gives each call a unique name. */
export class Numbering {
  readonly #seen = new Map<string, number>();

  /** @returns `undefined` for a repeated status write */
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

/** Whether a call sends an event. */
export function isEvent(call: string): boolean {
  return /^\w+ events/.test(call);
}
