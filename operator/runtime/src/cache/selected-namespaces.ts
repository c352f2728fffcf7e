import type { KubeObject } from '../base/index.ts';
import type { WatchedCache } from './watched-cache.ts';
import type { WatchScope } from './watch-scope.ts';

/** The namespaces that a label selector currently selects. */
export class SelectedNamespaces {
  readonly #namespaces: WatchedCache<KubeObject>;
  readonly #listeners: ((scopes: readonly WatchScope[]) => void)[] = [];

  /** @param namespaces a cache of the namespaces with the label */
  constructor(namespaces: WatchedCache<KubeObject>) {
    this.#namespaces = namespaces;
    namespaces.onChange(({ before, after }) => {
      if (namespaces.synced && (before === undefined) !== (after === undefined)) this.#notify();
    });
    namespaces.onSynced(() => this.#notify());
  }

  /** @param listener receives one scope per selected namespace, once these are known and whenever they change */
  follow(listener: (scopes: readonly WatchScope[]) => void): void {
    this.#listeners.push(listener);
    if (this.#namespaces.synced) listener(this.#listScopes());
  }

  #notify(): void {
    const scopes = this.#listScopes();
    for (const listener of this.#listeners) listener(scopes);
  }

  #listScopes(): readonly WatchScope[] {
    return this.#namespaces.list().map(({ metadata: { name } }) => ({ namespace: name }));
  }
}
