import { formatKey, type Kind, formatKind, type KubeObject, type ObjectKey } from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import type { ReportedErrors } from './reported-errors.ts';

/** What the reconciles of one object (the owner of its children) remember between them. */
export class OwnerMemory {
  /** The owner's uid: a later object with its name has other children. */
  readonly uid: string;
  readonly children: ChildMemory = new ChildMemory();
  /** When a reconcile first found the owner's namespace terminating, in monotonic milliseconds. */
  namespaceTerminatesSinceMs: number | undefined;
  /**
   * When a clean-up first had to wait for the garbage collector before it creates a child, in monotonic milliseconds.
   */
  uncollectedSinceMs: number | undefined;
  /**
   * Whether this process has reconciled the owner in this leadership term, so that the cache shows all of its edits.
   */
  knowsEdits = false;
  /** When a reconcile first failed because an optional kind is gone, in monotonic milliseconds. */
  kindGoneSinceMs: number | undefined;
  /** Whether the last reconcile of the owner in this process succeeded. Interrupted reconciles do not count. */
  hasSucceeded = false;
  /** The last logged rejection. */
  refusal: string | undefined;
  /** Errors since the last success; absent without errors. */
  errors: ReportedErrors | undefined;
  #dryRun: DryRunMemory | undefined;
  #taken = noTexts;

  constructor(uid: string) {
    this.uid = uid;
  }

  get dryRun(): DryRunMemory {
    return (this.#dryRun ??= new DryRunMemory());
  }

  /** Whether the last reconcile found an unowned object with the name of a child. */
  wasTaken(kind: Kind, key: ObjectKey): boolean {
    return this.#taken.has(formatChild(kind, key));
  }

  /** Call it at the start of a reconcile. */
  beginRun(): void {
    this.#dryRun?.beginRun();
  }

  /**
   * Call it at the end of a reconcile: drops deleted children and obsolete dry-run writes. Otherwise the memory of an
   * owner whose children change names would grow forever.
   * @param taken the children whose names this reconcile has found taken by other objects
   */
  forgetObsolete(taken: ReadonlySet<string>, getCache: GetCache): void {
    this.children.forgetDeleted(getCache);
    this.#dryRun?.forgetObsolete();
    this.#taken = taken;
  }
}

/** An empty set that all reconciles share. */
export const noTexts: ReadonlySet<string> = new Set();

/** Formats a key that identifies a child among the children of its owner. */
export function formatChild(kind: Kind, key: ObjectKey): string {
  return `${formatKind(kind)} ${formatKey(key)}`;
}

type GetCache = (kind: Kind) => Pick<CacheView<KubeObject>, 'get'>;

/** What decides whether a child is up to date; `computeSignature` computes it. */
export interface Signature {
  readonly hash: string | undefined;
  /** The fields of the child that we own. Equal children share one text. */
  readonly fields: string | undefined;
}

interface RememberedChild extends Signature {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  readonly name: string;
}

/**
 * The signature of each child of one owner when it was last up to date. Every owner has an instance, so it has to be
 * small.
 */
export class ChildMemory {
  #children: readonly RememberedChild[] = [];
  /** The probable index of the next child, because reconciles apply their children in the same order. */
  #next = 0;

  /** Whether the child was last up to date with this `signature`. */
  has(kind: Kind, key: ObjectKey, { hash, fields }: Signature): boolean {
    const last = this.#children[this.#findIndex(kind, key)];
    return last !== undefined && last.hash === hash && last.fields === fields;
  }

  set(kind: Kind, key: ObjectKey, { hash, fields }: Signature): void {
    const at = this.#findIndex(kind, key);
    const child: RememberedChild = { kind, namespace: key.namespace, name: key.name, hash, fields };
    // `concat` and `with` allocate exactly; `push` and a spread would reserve sixteen more entries.
    this.#children = at < 0 ? this.#children.concat(child) : this.#children.with(at, child);
  }

  /** Drops each child that is not in the cache of its kind. */
  forgetDeleted(getCache: GetCache): void {
    const isThere = (child: RememberedChild): boolean => getCache(child.kind).get(getChildKey(child)) !== undefined;
    if (!this.#children.every(isThere)) this.#children = this.#children.filter(isThere);
  }

  /** The index of a child; -1 if it is unknown. */
  #findIndex(kind: Kind, { namespace, name }: ObjectKey): number {
    const count = this.#children.length;
    for (let step = 0; step < count; step += 1) {
      const at = (this.#next + step) % count;
      const child = this.#children[at];
      if (child?.name !== name || child.namespace !== namespace || !isSame(child.kind, kind)) continue;
      this.#next = at + 1;
      return at;
    }
    return -1;
  }
}

function getChildKey({ namespace, name }: RememberedChild): ObjectKey {
  return namespace === undefined ? { name } : { namespace, name };
}

function isSame(one: Kind, other: Kind): boolean {
  return one === other || formatKind(one) === formatKind(other);
}

/** The logged writes of dry runs. Every reconcile repeats them, so each is logged only once. */
export class DryRunMemory {
  readonly #texts = new Map<string, string>();
  /** The writes of the current reconcile. */
  readonly #current = new Set<string>();

  beginRun(): void {
    this.#current.clear();
  }

  /**
   * Records a write; returns whether `text` differs from the last logged text of that write.
   * @param write identifies the written object and the operation
   */
  isNews(write: string, text: string): boolean {
    this.#current.add(write);
    if (this.#texts.get(write) === text) return false;
    this.#texts.set(write, text);
    return true;
  }

  /** Drops all writes except those of the current reconcile. */
  forgetObsolete(): void {
    for (const write of this.#texts.keys()) if (!this.#current.has(write)) this.#texts.delete(write);
  }
}
