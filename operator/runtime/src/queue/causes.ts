/** Why a key is in the queue. */
export interface Cause {
  /** Identifies the cause: of several causes with the same id, a set contains one. */
  readonly id: string;
  /** Combines two causes with the same id into one. @default - keeps this one */
  join?(other: Cause): Cause;
  /** Releases the objects that the cause refers to; its text stays the same. @default - it refers to none */
  settle?(): void;
  /** The text for log lines: names and paths, but no values. */
  toJSON(): string;
}

/** A set of causes: at most eight, and a count of all others. */
export type Causes = readonly Cause[];

export const noCauses: Causes = [];

/** Maximum number of causes in a set. */
const namedAtMost = 8;

/** Creates a cause that consists only of a text. */
export function createCause(text: string): Cause {
  return { id: text, toJSON: () => text };
}

/** The cause of a key whose last reconcile failed. */
const retry = [createCause('retry')];

/** The causes of a retry: `retry`, and the causes of the work that failed. */
export function causeRetry(causes: Causes): Causes {
  return joinCauses(causes, retry);
}

/**
 * Returns the union of two sets. When it is full, further causes are only counted, and one that is added twice may
 * count twice. Guarantees: changes neither set; returns `one` itself if `other` adds nothing.
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

/** Stands for all further causes in a full set, of which it has only the number. */
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
