import { getKey, formatKey, type Kind, type KubeObject, parseKey } from '../base/index.ts';
import type { ObjectCache } from '../cache/index.ts';
import { type ControllerDefinition, hasFinalizer } from '../reconcile/index.ts';

/** The resources whose deletion needs the operator: those with its finalizer, and those that are about to get it. */
export class FinalizedResources {
  readonly #definition: ControllerDefinition;
  readonly #resources: ObjectCache<KubeObject>;
  /** Uids of the resources that are about to get the finalizer, by key. */
  readonly #awaited = new Map<string, string>();

  constructor(definition: ControllerDefinition, resources: ObjectCache<KubeObject>) {
    this.#definition = definition;
    this.#resources = resources;
  }

  get kind(): Kind {
    return this.#definition.api;
  }

  /** Counts `resource` from now until the cache shows that it is gone. */
  expect(resource: KubeObject): void {
    this.#awaited.set(formatKey(getKey(resource)), resource.metadata.uid);
  }

  /** Returns any of these resources; `undefined` if no resource is awaited. */
  findExample(): KubeObject | undefined {
    const [awaited] = [...this.#awaited].flatMap(([key, uid]) => this.#findStillAwaited(key, uid) ?? []);
    return this.#resources.find((resource) => hasFinalizer(this.#definition, resource)) ?? awaited;
  }

  /** Calls `listener` after each of these resources is gone. Returns a function that removes the listener. */
  onGone(listener: () => void): () => void {
    return this.#resources.onChange(({ after }) => {
      if (after === undefined) listener();
    });
  }

  #findStillAwaited(key: string, uid: string): KubeObject | undefined {
    const held = this.#resources.get(parseKey(key));
    if (held?.metadata.uid === uid && !hasFinalizer(this.#definition, held)) return held;
    this.#awaited.delete(key);
    return undefined;
  }
}
