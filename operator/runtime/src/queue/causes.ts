/** Why a key is due. */
export interface Cause {
  /** Causes with the same id count as one. */
  readonly id: string;
  /** One cause instead of two with the same id. @default - this one */
  join?(other: Cause): Cause;
  /** Releases the objects that it refers to, while its text stays the same. @default - it refers to none */
  settle?(): void;
  /** Its text in log lines: names and paths, no values. */
  toJSON(): string;
}

/** A set of causes: at most eight, and a count of the others. */
export type Causes = readonly Cause[];

export const noCauses: Causes = [];

/** More than people read in a log line. */
const namedAtMost = 8;

/** A cause that has no details. */
export function createCause(text: string): Cause {
  return { id: text, toJSON: () => text };
}

/** A key whose last reconcile failed. */
const retry = [createCause('retry')];

/** The causes of a key that is due again because work on it failed with these causes. */
export function causeRetry(causes: Causes): Causes {
  return joinCauses(causes, retry);
}

/**
 * The union of two sets. Once it is full, further causes are only counted: one that is added twice may count twice.
 *
 * Guarantees: changes neither of them; returns `one` itself if `other` adds nothing.
 */
export function joinCauses(one: Causes, other: Causes): Causes {
  if (other.length === 0) return one;
  if (one.length === 0) return other;
  let joined = one;
  for (const cause of other) joined = addCause(joined, cause);
  return joined;
}

function addCause(causes: Causes, cause: Cause): Causes {
  const at = causes.findIndex(({ id }) => id === cause.id);
  const known = causes[at];
  if (known === cause) return causes;
  if (known !== undefined) return known.join === undefined ? causes : causes.with(at, known.join(cause));
  if (cause instanceof Others) return [...causes, cause];
  const last = causes.at(-1);
  const named = last instanceof Others ? causes.slice(0, -1) : causes;
  if (named.length < namedAtMost) return last instanceof Others ? [...named, cause, last] : [...causes, cause];
  return last instanceof Others ? [...named, last.join(new Others(1))] : [...causes, new Others(1)];
}

/** The causes that a full set only counts; the last of its causes. */
class Others implements Cause {
  readonly id = '…';
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  join(other: Cause): Cause {
    return new Others(this.#count + (other instanceof Others ? other.#count : 1));
  }

  toJSON(): string {
    return `${String(this.#count)} more`;
  }
}
