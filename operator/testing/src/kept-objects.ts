import type { KubeObject } from '@kubewright/runtime/internal/base';
import type { WatchEvent } from '@kubewright/runtime/internal/watch';

/** The objects that a watch has shown, by uid. */
export class KeptObjects<T extends KubeObject> {
  #objects = new Map<string, T>();

  get all(): readonly T[] {
    return [...this.#objects.values()];
  }

  take(event: WatchEvent<T>): void {
    if (event.type === 'replaced') this.#objects = new Map(event.items.map((object) => [object.metadata.uid, object]));
    else if (event.type === 'applied') this.#objects.set(event.object.metadata.uid, event.object);
    else if (event.type === 'deleted') this.#objects.delete(event.object.metadata.uid);
  }
}
