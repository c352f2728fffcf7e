import type { Kind, KubeObject, ObjectKey } from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import { childText, type RunNotes } from './run-notes.ts';

/** What the runs of one owner remember from one to the next. */
export class RunMemory {
  readonly children: ChildMemory = new ChildMemory();
  readonly dryRun: DryRunMemory = new DryRunMemory();

  /**
   * At the end of a run: forgets the children that are deleted, and what a dry run would no longer do. An owner whose
   * children change their names would otherwise be remembered more and more for as long as it lives.
   *
   * @param notes of that run
   */
  forgetObsolete(notes: RunNotes, cacheOf: CacheOf): void {
    this.children.forgetDeleted(cacheOf);
    this.dryRun.keepOnly(notes.dryRunWrites);
  }
}

type CacheOf = (kind: Kind) => Pick<CacheView<KubeObject>, 'get'>;

/** For each child, the signature with which it was last up to date. */
export class ChildMemory {
  readonly #children = new Map<string, { readonly kind: Kind; readonly key: ObjectKey; readonly signature: string }>();

  /** Whether the child was last up to date with this `signature`. */
  has(kind: Kind, key: ObjectKey, signature: string): boolean {
    return this.#children.get(childText(kind, key))?.signature === signature;
  }

  set(kind: Kind, key: ObjectKey, signature: string): void {
    this.#children.set(childText(kind, key), { kind, key, signature });
  }

  /** Forgets each child that is not in the cache of its kind. */
  forgetDeleted(cacheOf: CacheOf): void {
    for (const [text, { kind, key }] of this.#children) {
      if (cacheOf(kind).get(key) === undefined) this.#children.delete(text);
    }
  }
}

/** What dry runs have logged: every run would write the same, and it is logged once. */
export class DryRunMemory {
  readonly #texts = new Map<string, string>();

  /**
   * Whether `text` is not what was last logged of a write; from now on it is.
   *
   * @param write what is written to, and how
   */
  isNews(write: string, text: string): boolean {
    if (this.#texts.get(write) === text) return false;
    this.#texts.set(write, text);
    return true;
  }

  /** Forgets all writes but these. */
  keepOnly(writes: ReadonlySet<string>): void {
    for (const write of this.#texts.keys()) if (!writes.has(write)) this.#texts.delete(write);
  }
}
