import type { KubeObject, ObjectKey } from '../base/index.ts';

/** Objects by namespace and name. Those without a namespace lie under the empty one. */
export class ObjectStore<T extends KubeObject> {
  readonly #namespaces = new Map<string, Map<string, T>>();
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
    if (!objects.has(name)) this.#size += 1;
    objects.set(name, object);
  }

  delete({ namespace = '', name }: ObjectKey): void {
    const objects = this.#namespaces.get(namespace);
    if (objects?.delete(name) !== true) return;
    this.#size -= 1;
    if (objects.size === 0) this.#namespaces.delete(namespace);
  }

  list(namespace?: string): T[] {
    if (namespace !== undefined) return [...(this.#namespaces.get(namespace)?.values() ?? [])];
    const all: T[] = [];
    for (const objects of this.#namespaces.values()) for (const object of objects.values()) all.push(object);
    return all;
  }
}
