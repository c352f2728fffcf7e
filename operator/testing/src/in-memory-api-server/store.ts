import { cloneJson } from './json.ts';
import { getId, type StoredObject, withMeta } from './objects.ts';
import { expired } from './rejection.ts';
import type { ServedKind } from './served/served-kind.ts';
import type { Clock } from '@kubewright/runtime/internal/base';

export interface StoreEvent {
  readonly version: number;
  readonly kindId: string;
  readonly id: string;
  /** The object before the change; absent on creation. */
  readonly before?: StoredObject;
  /** The object after the change; absent on deletion. */
  readonly after?: StoredObject;
}

/** All objects of the store at one version. */
export interface Backup {
  readonly version: number;
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, StoredObject>>;
}

/** Objects, and their changes since the last compaction. One counter provides all resource versions. */
export class Store {
  /** The version of the last change. */
  version: number;
  /** Changes up to this version are dropped. */
  #compacted: number;
  #objects = new Map<string, Map<string, StoredObject>>();
  #events: StoreEvent[] = [];
  readonly #pending: StoreEvent[] = [];
  readonly #listeners = new Set<(event: StoreEvent) => void>();

  /** @param version the initial resource version; above 1, so that a test can use an earlier one */
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

  remove({ id: kindId }: ServedKind, object: StoredObject): void {
    this.version += 1;
    const id = getId(object.metadata);
    this.#objects.get(kindId)?.delete(id);
    this.#notify({ version: this.version, kindId, id, before: object });
  }

  /** Lists the objects of a kind by namespace and name. @param version an earlier version, not before the compaction */
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

  /** Lists the changes of a kind's objects after `version`. Throws: 410 if they were dropped. */
  listSince(kindId: string, version: number): readonly StoreEvent[] {
    if (version < this.#compacted) throw expired(`too old resource version: ${version} (${this.#compacted})`);
    return this.#events.filter((event) => event.kindId === kindId && event.version > version);
  }

  isForgotten(version: number): boolean {
    return version < this.#compacted;
  }

  /** Drops all changes so far: only the current state remains. */
  compact(): void {
    this.#compacted = this.version;
    this.#events = [];
  }

  /** Skips resource versions, as if objects of other kinds had changed. */
  advanceTo(version: number): void {
    this.version = version;
  }

  backUp(): Backup {
    return { version: this.version, objects: copyAll(this.#objects) };
  }

  /**
   * Resets all objects to `backup`, and drops all changes. Does not notify listeners: before an etcd is restored, its
   * API servers are stopped, and with them all watches. https://etcd.io/docs/latest/op-guide/recovery/
   * @param version the last used version (`etcdutl snapshot restore --bump-revision`). @default - the backup's
   */
  restore(backup: Backup, version = backup.version): void {
    this.#objects = copyAll(backup.objects);
    this.version = version;
    this.compact();
  }

  /** Calls `listener` on every later change. Returns a function that removes the listener. */
  onChange(listener: (event: StoreEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Notifies all listeners of a change. If one of them writes, all are notified of the first change before the second.
   */
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

/** Copies the maps. The objects are shared, because they are never changed in place. */
function copyAll(objects: Backup['objects']): Map<string, Map<string, StoredObject>> {
  return new Map([...objects].map(([kindId, ofKind]) => [kindId, new Map(ofKind)]));
}

/** The part of the store that requests use. */
export type ObjectStore = Pick<
  Store,
  'version' | 'get' | 'put' | 'remove' | 'list' | 'listSince' | 'isForgotten' | 'onChange'
>;

export interface ServerState {
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** All served kinds. The list grows when an API is installed. */
  readonly kinds: readonly ServedKind[];
  /** Whether a watch can start with the existing objects (WatchList, KEP-3157). */
  readonly watchList: boolean;
  /** The logs that the test has set, by Pod and container. */
  readonly logs: Map<string, string>;
  /** Returns the next number, for uids and generated names. */
  next(): number;
}
