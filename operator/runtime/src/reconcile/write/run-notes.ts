import { keyText, type Kind, kindText, type KubeObject, type ObjectKey } from '../../base/index.ts';

/** What one run has found out, for the rest of this run. */
export class RunNotes {
  /** Whether a live GET, or a write of ours, has confirmed that the owner exists unchanged, and is not being deleted. */
  ownerVerified = false;
  /** Whether this run has seen a terminating child that no watch shows: its deletion causes no event. */
  awaitsUnwatchedEnd = false;
  // Most runs need none of these.
  #unowned: Map<string, KubeObject> | undefined;
  #seen: Set<string> | undefined;
  #taken: Set<string> | undefined;
  #dryRunWrites: Set<string> | undefined;

  /** A live GET has found an unowned object at the name of a child. */
  noteUnowned(kind: Kind, key: ObjectKey, unowned: KubeObject): void {
    (this.#unowned ??= new Map<string, KubeObject>()).set(childText(kind, key), unowned);
  }

  /** The unowned object that a live GET has found at the name of a child. */
  unownedObject(kind: Kind, key: ObjectKey): KubeObject | undefined {
    return this.#unowned?.get(childText(kind, key));
  }

  /** A live GET has found a child, which the cache may not show. */
  noteSeen(kind: Kind, key: ObjectKey): void {
    (this.#seen ??= new Set()).add(childText(kind, key));
  }

  hasSeen(kind: Kind, key: ObjectKey): boolean {
    return this.#seen?.has(childText(kind, key)) === true;
  }

  /** An unowned object has the name of a child that was to be applied. */
  noteTaken(kind: Kind, key: ObjectKey): void {
    (this.#taken ??= new Set()).add(childText(kind, key));
  }

  get taken(): ReadonlySet<string> {
    return this.#taken ?? noTexts;
  }

  /** Notes a write that this run, a dry run, would make. */
  noteDryRunWrite(write: string): void {
    (this.#dryRunWrites ??= new Set()).add(write);
  }

  get dryRunWrites(): ReadonlySet<string> {
    return this.#dryRunWrites ?? noTexts;
  }
}

/** Shared by all runs that have noted nothing. */
export const noTexts: ReadonlySet<string> = new Set();

/** Names a child among all of its owner. */
export function childText(kind: Kind, key: ObjectKey): string {
  return `${kindText(kind)} ${keyText(key)}`;
}
