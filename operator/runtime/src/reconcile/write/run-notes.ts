import { keyText, type Kind, kindText, type ObjectKey } from '../../base/index.ts';

/** What one run has found out, for the rest of this run. */
export class RunNotes {
  /** Whether a live GET has confirmed that the owner exists unchanged, and is not being deleted. */
  ownerVerified = false;
  /** Whether this run has seen a terminating child that no watch shows: its deletion causes no event. */
  awaitsUnwatchedEnd = false;
  readonly #absent = new Set<string>();
  readonly #dryRunWrites = new Set<string>();

  /** A live GET has found no such child. */
  noteAbsent(kind: Kind, key: ObjectKey): void {
    this.#absent.add(childText(kind, key));
  }

  isAbsent(kind: Kind, key: ObjectKey): boolean {
    return this.#absent.has(childText(kind, key));
  }

  /** Notes a write that this run, a dry run, would make. */
  noteDryRunWrite(write: string): void {
    this.#dryRunWrites.add(write);
  }

  get dryRunWrites(): ReadonlySet<string> {
    return this.#dryRunWrites;
  }
}

/** Names a child among all of its owner. */
export function childText(kind: Kind, key: ObjectKey): string {
  return `${kindText(kind)} ${keyText(key)}`;
}
