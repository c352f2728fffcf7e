import { formatKey, type Kind, formatKind, type KubeObject, type ObjectKey } from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import type { ReportedErrors } from './reported-errors.ts';

/** What the runs of one owner remember from one to the next. */
export class OwnerMemory {
  /** Of the owner: a later object of its name has other children. */
  readonly uid: string;
  readonly children: ChildMemory = new ChildMemory();
  /** When a reconcile first found the namespace of the owner terminating, in ms of the monotonic clock. */
  namespaceTerminatesSinceMs: number | undefined;
  /** The refusal that was logged last. */
  refusal: string | undefined;
  /** The errors since the last success; absent if there were none. */
  errors: ReportedErrors | undefined;
  #dryRun: DryRunMemory | undefined;
  #taken = noTexts;

  constructor(uid: string) {
    this.uid = uid;
  }

  get dryRun(): DryRunMemory {
    return (this.#dryRun ??= new DryRunMemory());
  }

  /** Whether the last run has found an unowned object with the name of a child. */
  wasTaken(kind: Kind, key: ObjectKey): boolean {
    return this.#taken.has(formatChild(kind, key));
  }

  /** Called at the beginning of a run. */
  beginRun(): void {
    this.#dryRun?.beginRun();
  }

  /**
   * Called at the end of a run: drops children that are deleted, and dry-run writes that would no longer be made.
   * Otherwise the memory of an owner whose children change their names would grow for as long as it exists.
   *
   * @param taken the names of children that the run has found taken
   */
  forgetObsolete(taken: ReadonlySet<string>, getCache: GetCache): void {
    this.children.forgetDeleted(getCache);
    this.#dryRun?.forgetObsolete();
    this.#taken = taken;
  }
}

/** Shared by all runs that have noted nothing. */
export const noTexts: ReadonlySet<string> = new Set();

/** Names a child among all of its owner. */
export function formatChild(kind: Kind, key: ObjectKey): string {
  return `${formatKind(kind)} ${formatKey(key)}`;
}

type GetCache = (kind: Kind) => Pick<CacheView<KubeObject>, 'get'>;

/** The state of a child that is compared: `signatureOf` makes it. */
export interface Signature {
  readonly hash: string | undefined;
  /** Our fields; the same text for all children that are alike. */
  readonly fields: string | undefined;
}

interface RememberedChild extends Signature {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** By child, the signature with which it was last up to date. There is one memory for each owner: it is kept small. */
export class ChildMemory {
  #children: readonly RememberedChild[] = [];
  /** Where the next child probably is: runs apply their children in the same order. */
  #next = 0;

  /** Whether the child was last up to date with this `signature`. */
  has(kind: Kind, key: ObjectKey, { hash, fields }: Signature): boolean {
    const last = this.#children[this.#findIndex(kind, key)];
    return last !== undefined && last.hash === hash && last.fields === fields;
  }

  set(kind: Kind, key: ObjectKey, { hash, fields }: Signature): void {
    const at = this.#findIndex(kind, key);
    const child: RememberedChild = { kind, namespace: key.namespace, name: key.name, hash, fields };
    // `push` would make room for sixteen more, and so does a spread.
    this.#children = at < 0 ? this.#children.concat(child) : this.#children.with(at, child);
  }

  /** Drops each child that is not in the cache of its kind. */
  forgetDeleted(getCache: GetCache): void {
    const isThere = (child: RememberedChild): boolean => getCache(child.kind).get(getChildKey(child)) !== undefined;
    if (!this.#children.every(isThere)) this.#children = this.#children.filter(isThere);
  }

  /** -1 if it is not remembered. */
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

/** The logged writes of dry runs: every run makes the same ones, and each is logged once. */
export class DryRunMemory {
  readonly #texts = new Map<string, string>();
  /** The writes of the current run. */
  readonly #current = new Set<string>();

  beginRun(): void {
    this.#current.clear();
  }

  /**
   * Whether `text` differs from what was last logged for a write; from now on it is the last.
   *
   * @param write the object that is written to, and how
   */
  isNews(write: string, text: string): boolean {
    this.#current.add(write);
    if (this.#texts.get(write) === text) return false;
    this.#texts.set(write, text);
    return true;
  }

  /** Drops all writes but those of the current run. */
  forgetObsolete(): void {
    for (const write of this.#texts.keys()) if (!this.#current.has(write)) this.#texts.delete(write);
  }
}
