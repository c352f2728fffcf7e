import { cloneJson } from './json.ts';
import { getId, type StoredObject, withMeta } from './objects.ts';
import { expired } from './rejection.ts';
import type { ServedKind } from './served/served-kind.ts';
import type { Clock } from '@kubewright/runtime/internal/base';

/** One change of one object. */
export interface StoreEvent {
  readonly version: number;
  readonly kindId: string;
  readonly id: string;
  /** Absent if it is created. */
  readonly before?: StoredObject;
  /** Absent if it is deleted. */
  readonly after?: StoredObject;
}

/** All objects of the store at one version. */
export interface Backup {
  readonly version: number;
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, StoredObject>>;
}

/** Objects and their changes since the last compaction, with one version counter. */
export class Store {
  /** Of the last change. */
  version: number;
  /** Changes up to this version are dropped. */
  #compacted: number;
  #objects = new Map<string, Map<string, StoredObject>>();
  #events: StoreEvent[] = [];
  readonly #pending: StoreEvent[] = [];
  readonly #listeners = new Set<(event: StoreEvent) => void>();

  /** @param version greater than the first, so that there is a version before the first object */
  constructor(version = 100) {
    this.version = version;
    this.#compacted = version;
  }

  get(kindId: string, id: string): StoredObject | undefined {
    return this.#objects.get(kindId)?.get(id);
  }

  /** Stores an object under the next version. */
  put({ id: kindId }: ServedKind, object: object): StoredObject {
    this.version += 1;
    const stored = withMeta(cloneJson(object as StoredObject), {
      resourceVersion: String(this.version),
    }) as StoredObject;
    const id = getId(stored.metadata);
    const before = this.get(kindId, id);
    const objects = this.#objects.get(kindId) ?? new Map<string, StoredObject>();
    this.#objects.set(kindId, objects.set(id, stored));
    this.#notify({ version: this.version, kindId, id, after: stored, ...(before && { before }) });
    return stored;
  }

  /** Ends an object. */
  remove({ id: kindId }: ServedKind, object: StoredObject): void {
    this.version += 1;
    const id = getId(object.metadata);
    this.#objects.get(kindId)?.delete(id);
    this.#notify({ version: this.version, kindId, id, before: object });
  }

  /** The objects of a kind, ordered by namespace and name. @param version as it was then; not before the compaction */
  list(kindId: string, version = this.version): readonly StoredObject[] {
    const objects = new Map(this.#objects.get(kindId));
    for (const { id, before } of this.#events
      .filter((event) => event.kindId === kindId && event.version > version)
      .reverse()) {
      if (before === undefined) objects.delete(id);
      else objects.set(id, before);
    }
    return [...objects].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, object]) => object);
  }

  /** What happened to the objects of a kind after `version`. Throws: 410 if that is forgotten. */
  listSince(kindId: string, version: number): readonly StoreEvent[] {
    if (version < this.#compacted) throw expired(`too old resource version: ${version} (${this.#compacted})`);
    return this.#events.filter((event) => event.kindId === kindId && event.version > version);
  }

  isForgotten(version: number): boolean {
    return version < this.#compacted;
  }

  /** Drops the changes so far: only the present state can be read. */
  compact(): void {
    this.#compacted = this.version;
    this.#events = [];
  }

  /** Uses up the versions until then, as changes of other kinds do. */
  advanceTo(version: number): void {
    this.version = version;
  }

  backUp(): Backup {
    return { version: this.version, objects: copyAll(this.#objects) };
  }

  /**
   * Sets everything back to `backup`, and forgets what has happened. Nobody is notified: whoever restores an etcd stops its
   * API servers first, and with them all watches.
   *
   * https://etcd.io/docs/latest/op-guide/recovery/
   *
   * @param version the last one that counts as used (`etcdutl snapshot restore --bump-revision`). @default - the backup's
   */
  restore(backup: Backup, version = backup.version): void {
    this.#objects = copyAll(backup.objects);
    this.version = version;
    this.compact();
  }

  /** Calls `listener` with every change from now on. Returns how to end that. */
  onChange(listener: (event: StoreEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** If a listener writes, all listeners are notified of the earlier change first. */
  #notify(event: StoreEvent): void {
    this.#events.push(event);
    this.#pending.push(event);
    if (this.#pending.length > 1) return;
    for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
      for (const listener of [...this.#listeners]) listener(next);
      this.#pending.shift();
    }
  }
}

/** Objects are never changed in place: those themselves need no copy. */
function copyAll(objects: Backup['objects']): Map<string, Map<string, StoredObject>> {
  return new Map([...objects].map(([kindId, ofKind]) => [kindId, new Map(ofKind)]));
}

/** The state of a server. */
export interface ServerState {
  readonly store: Store;
  readonly clock: Clock;
  /** All that is served; grows when an API is installed. */
  readonly kinds: readonly ServedKind[];
  /** Whether a watch may begin with the existing objects (WatchList). KEP-3157. */
  readonly watchList: boolean;
  /** The field manager of requests that name none. */
  readonly defaultManager: string;
  /** The next number of a counter: for uids and generated names. */
  next(): number;
}
