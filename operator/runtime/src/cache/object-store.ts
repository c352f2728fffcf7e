import type { KubeObject, ObjectKey } from '../base/index.ts';
import type { Indexer } from './indexer.ts';
import type { WatchScope } from './watch-scope.ts';

/** Stores objects by namespace and name. Cluster-scoped objects have the namespace ''. */
export class ObjectStore<T extends KubeObject> {
  readonly #namespaces = new Map<string, Map<string, T>>();
  readonly #indexes: Indexer<T>[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get({ namespace = '', name }: ObjectKey): T | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  set({ namespace = '', name }: ObjectKey, object: T): void {
    let objects = this.#namespaces.get(namespace);
    if (objects === undefined) this.#namespaces.set(namespace, (objects = new Map<string, T>()));
    const before = objects.get(name);
    if (before === object) return;
    if (before === undefined) this.#size += 1;
    objects.set(name, object);
    for (const index of this.#indexes) index.follow(before, object);
  }

  delete({ namespace = '', name }: ObjectKey): void {
    const objects = this.#namespaces.get(namespace);
    const before = objects?.get(name);
    if (objects === undefined || before === undefined) return;
    objects.delete(name);
    this.#size -= 1;
    for (const index of this.#indexes) index.follow(before, undefined);
    if (objects.size === 0) this.#namespaces.delete(namespace);
  }

  /** Adds an index, which the store updates from now on. */
  addIndex(index: Indexer<T>): void {
    for (const object of this.list()) index.follow(undefined, object);
    this.#indexes.push(index);
  }

  find(test: (object: T) => boolean): T | undefined {
    for (const objects of this.#namespaces.values())
      for (const object of objects.values()) if (test(object)) return object;
    return undefined;
  }

  list(namespace?: string): T[] {
    if (namespace !== undefined) return [...(this.#namespaces.get(namespace)?.values() ?? [])];
    const all: T[] = [];
    for (const objects of this.#namespaces.values()) for (const object of objects.values()) all.push(object);
    return all;
  }

  listIn({ namespace, name }: WatchScope): T[] {
    if (name === undefined) return this.list(namespace);
    const namespaces = namespace === undefined ? [...this.#namespaces.keys()] : [namespace];
    return namespaces.flatMap((each) => this.get({ namespace: each, name }) ?? []);
  }
}
