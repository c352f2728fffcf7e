import type { Call } from './call.ts';

/** A point in the work of an operator at which it can be killed. */
export interface Position {
  readonly call: string;
  /** `before`: the server never sees the call. `after`: the server answers, and the operator never sees the answer. */
  readonly moment: 'before' | 'after';
}

/**
 * The calls of a recorded run, each with a unique name. The same call again is `#2`; but all writes of a status are one
 * call, because their number depends on the speed of the cluster.
 */
export function nameCalls(calls: readonly Call[]): readonly string[] {
  const numbering = new Numbering();
  return calls.map((call) => numbering.name(call)).filter((name) => name !== undefined);
}

/** Both positions of each call. */
export function listPositions(calls: readonly string[]): readonly Position[] {
  return calls.flatMap((call): Position[] => [
    { call, moment: 'before' },
    { call, moment: 'after' },
  ]);
}

/** Each custom resource may block one call, which occupies a connection, and an operator has 16. */
const mostAtOnce = 14;

/**
 * Positions at which one operator can be stopped at once, each with another custom resource. A blocked `shared` call
 * stops all custom resources, so the positions at it form their own group.
 */
export function groupPositions<T extends Position>(
  positions: readonly T[],
  shared: readonly string[],
): readonly (readonly T[])[] {
  const [alone, others] = partition(positions, ({ call }) => shared.includes(call));
  const size = Math.ceil(others.length / mostAtOnce);
  const inTurn = Array.from({ length: size }, (_, group) =>
    others.filter((_position, index) => index % size === group),
  );
  return [...Map.groupBy(alone, formatPosition).values(), ...inTurn];
}

/** The items for which `is` returns true, and the others. */
export function partition<T>(items: readonly T[], is: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter((item) => is(item)), items.filter((item) => !is(item))];
}

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

export function formatPosition({ moment, call }: Position): string {
  return `${moment} "${call}"`;
}

export function isEvent(call: string): boolean {
  return /^\w+ events/.test(call);
}
