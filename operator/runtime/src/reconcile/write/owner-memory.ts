import { formatKey, type Kind, formatKind, type KubeObject, type ObjectKey } from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import type { ReportedErrors } from './reported-errors.ts';

/** The memory of one owner between its reconciles. */
export class OwnerMemory {
  /** The owner's uid: a later object of its name has other children. */
  readonly uid: string;
  readonly children: ChildMemory = new ChildMemory();
  /** When a reconcile first found the owner's namespace terminating, in ms of the monotonic clock. */
  namespaceTerminatesSinceMs: number | undefined;
  /** When a clean-up first waited for the garbage collector to create a child, in ms of the monotonic clock. */
  uncollectedSinceMs: number | undefined;
  /** Whether this process has reconciled the owner in this term: then the cache shows all of its edits. */
  knowsEdits = false;
  /** When a reconcile first failed because an optional kind is gone, in ms of the monotonic clock. */
  kindGoneSinceMs: number | undefined;
  /** Whether this process's last reconcile of the owner, apart from those that decided nothing, has succeeded. */
  hasSucceeded = false;
  /** The rejection that was logged last. */
  refusal: string | undefined;
  /** The errors since the last success; absent without errors. */
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

  /** Called at the start of a reconcile. */
  beginRun(): void {
    this.#dryRun?.beginRun();
  }

  /**
   * Called at the end of a reconcile: drops deleted children and obsolete dry-run writes. Otherwise the memory of an
   * owner whose children change names would grow forever.
   *
   * @param taken the names of children that the reconcile has found taken
   */
  forgetObsolete(taken: ReadonlySet<string>, getCache: GetCache): void {
    this.children.forgetDeleted(getCache);
    this.#dryRun?.forgetObsolete();
    this.#taken = taken;
  }
}

/** Shared by all reconciles without entries. */
export const noTexts: ReadonlySet<string> = new Set();

/** Identifies a child within its owner. */
export function formatChild(kind: Kind, key: ObjectKey): string {
  return `${formatKind(kind)} ${formatKey(key)}`;
}

type GetCache = (kind: Kind) => Pick<CacheView<KubeObject>, 'get'>;

/** The compared state of a child, from `computeSignature`. */
export interface Signature {
  readonly hash: string | undefined;
  /** Our fields; equal children share the text. */
  readonly fields: string | undefined;
}

interface RememberedChild extends Signature {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The signature of each child when it was last up to date. Each owner has one such memory, so it has to be small. */
export class ChildMemory {
  #children: readonly RememberedChild[] = [];
  /** The probable index of the next child: reconciles apply their children in the same order. */
  #next = 0;

  /** Whether the child was last up to date with this `signature`. */
  has(kind: Kind, key: ObjectKey, { hash, fields }: Signature): boolean {
    const last = this.#children[this.#findIndex(kind, key)];
    return last !== undefined && last.hash === hash && last.fields === fields;
  }

  set(kind: Kind, key: ObjectKey, { hash, fields }: Signature): void {
    const at = this.#findIndex(kind, key);
    const child: RememberedChild = { kind, namespace: key.namespace, name: key.name, hash, fields };
    // `push` and a spread would reserve sixteen more entries.
    this.#children = at < 0 ? this.#children.concat(child) : this.#children.with(at, child);
  }

  /** Drops each child that is not in the cache of its kind. */
  forgetDeleted(getCache: GetCache): void {
    const isThere = (child: RememberedChild): boolean => getCache(child.kind).get(getChildKey(child)) !== undefined;
    if (!this.#children.every(isThere)) this.#children = this.#children.filter(isThere);
  }

  /** -1 if it is unknown. */
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

/** The logged writes of dry runs: every reconcile repeats them, and each is logged once. */
export class DryRunMemory {
  readonly #texts = new Map<string, string>();
  /** The writes of the current reconcile. */
  readonly #current = new Set<string>();

  beginRun(): void {
    this.#current.clear();
  }

  /**
   * Whether `text` differs from the last logged text of a write, which it replaces.
   *
   * @param write the written object, and the operation
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
