import { isDeepStrictEqual } from 'node:util';

export interface Difference {
  /** From the root on: `.spec.names[0]`. */
  readonly path: string;
  readonly first: unknown;
  readonly second: unknown;
}

/** The first place where two values of JSON differ: as deep within them as both have it. */
export function firstDifference(first: unknown, second: unknown, path = ''): Difference | undefined {
  if (isDeepStrictEqual(first, second)) return undefined;
  const [ours, theirs] = [entriesOf(first), entriesOf(second)];
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const at = Array.isArray(first) ? `${path}[${key}]` : `${path}.${key}`;
    const within = firstDifference(ours.get(key), theirs.get(key), at);
    if (within !== undefined) return within;
  }
  return { path, first, second };
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
