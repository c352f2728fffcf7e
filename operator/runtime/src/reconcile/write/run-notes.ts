import { keyText, type Kind, kindText, type KubeObject, type ObjectKey } from '../../base/index.ts';

/** What one run has found out, for the rest of this run. */
export class RunNotes {
  /** Whether a live GET has confirmed that the owner exists unchanged, and is not being deleted. */
  ownerVerified = false;
  /** Whether this run has seen a terminating child that no watch shows: its deletion causes no event. */
  awaitsUnwatchedEnd = false;
  readonly #notOurs = new Map<string, KubeObject | undefined>();
  readonly #dryRunWrites = new Set<string>();

  /** A live GET has found no such child, but nothing, or an unowned object. */
  noteNotOurs(kind: Kind, key: ObjectKey, unowned: KubeObject | undefined): void {
    this.#notOurs.set(childText(kind, key), unowned);
  }

  isAbsent(kind: Kind, key: ObjectKey): boolean {
    return this.#notOurs.has(childText(kind, key)) && this.unownedObject(kind, key) === undefined;
  }

  /** The unowned object that a live GET has found at the name of a child. */
  unownedObject(kind: Kind, key: ObjectKey): KubeObject | undefined {
    return this.#notOurs.get(childText(kind, key));
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
