import type { Call } from './call.ts';

/** A point in the work of an operator at which it can be killed. */
export interface Position {
  readonly call: string;
  /**
   * `before`: the server never gets the call. `after`: the server answers the call, and the operator never gets the
   * response.
   */
  readonly moment: 'before' | 'after';
}

/**
 * Gives each call of a recorded run a unique name. A repeated call gets `#2`, but all writes of a status are one call,
 * because their number depends on the speed of the cluster.
 */
export function nameCalls(calls: readonly Call[]): readonly string[] {
  const numbering = new Numbering();
  return calls.map((call) => numbering.name(call)).filter((name) => name !== undefined);
}

/** Lists both positions of each call. */
export function listPositions(calls: readonly string[]): readonly Position[] {
  return calls.flatMap((call): Position[] => [
    { call, moment: 'before' },
    { call, moment: 'after' },
  ]);
}

/**
 * Maximum number of custom resources for one operator. Each may block one call, which occupies one of the operator's 16
 * connections.
 */
const mostAtOnce = 14;

/**
 * Groups positions at which one operator can be stopped at the same time, each with its own custom resource. A blocked
 * `shared` call stops all custom resources, so positions at such calls form a group of their own.
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

/** Separates the items for which `is` returns true from all others. */
export function partition<T>(items: readonly T[], is: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter((item) => is(item)), items.filter((item) => !is(item))];
}

export class Numbering {
  readonly #seen = new Map<string, number>();

  /** Returns the unique name of a call; `undefined` for a repeated status write. */
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
