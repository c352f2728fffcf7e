import {
  formatKey,
  getMessage,
  isOperatorError,
  type KubeObject,
  type LogFields,
  type ObjectKey,
  OperatorError,
  parseKey,
} from '../base/index.ts';
import type { CacheIndex, Caches, ObjectCache, ScopedCache } from '../cache/index.ts';
import { canExist, listReferences, type NamedKind, type NamedView } from '../reconcile/index.ts';
import { createCause } from '../queue/index.ts';
import { type EnqueueEach, listKeys } from './sources.ts';

interface NamedObjectsOptions {
  readonly read: NamedKind;
  readonly caches: Caches;
  /** The cache of the resources that name the objects. */
  readonly resources: ObjectCache<KubeObject>;
  readonly enqueueEach: EnqueueEach;
  /** Fields of log lines about a resource whose references cannot be computed. */
  readonly logFields: LogFields;
}

/**
 * The objects of one kind that the resources of a controller refer to by name. Each is watched while a resource names
 * it. Guarantees: a reconcile that needs an object before it is loaded fails, and runs again as soon as the object is
 * loaded.
 */
export class NamedObjects implements NamedView {
  readonly #read: NamedKind;
  readonly #scoped: ScopedCache<KubeObject>;
  readonly #users: CacheIndex<KubeObject>;
  readonly #enqueueEach: EnqueueEach;
  readonly #releases = new Map<string, () => void>();
  /** Keys of objects that a reconcile needed before they were loaded. */
  readonly #missed = new Set<string>();

  constructor({ read, caches, resources, enqueueEach, logFields }: NamedObjectsOptions) {
    const { kind, trim } = read;
    this.#read = read;
    this.#enqueueEach = enqueueEach;
    this.#scoped = caches.scoped(kind, trim === undefined ? {} : { trim });
    this.#scoped.onScope((scope) => {
      this.#enqueueMissed(scope as ObjectKey);
    });
    this.#users = resources.indexBy((resource) => this.listKeys(resource).map(formatKey), logFields);
    this.#users.onValue((key, isNamed) => {
      if (isNamed) this.#releases.set(key, this.#scoped.addScope(parseKey(key)));
      else this.#remove(key);
    });
  }

  get cache(): ObjectCache<KubeObject> {
    return this.#scoped.cache;
  }

  /** The keys of the resources that name the object of `key`, computed lazily. */
  listUsers(key: ObjectKey): Iterable<string> {
    return listKeys(this.#users.get(formatKey(key)));
  }

  listKeys(resource: KubeObject): readonly ObjectKey[] {
    const { kind, named } = this.#read;
    return listReferences({ kind, references: named.namedBy, call: 'named' }, resource).filter(canExist);
  }

  async waitUntilLoaded(resource: KubeObject, signal: AbortSignal): Promise<void> {
    for (const key of this.listKeys(resource)) await this.#scoped.waitUntilSettled(key, signal);
  }

  get(key: ObjectKey): KubeObject | undefined {
    if (this.#scoped.isShown(key)) return this.#scoped.cache.get(key);
    const what = `read ${this.#read.kind.kind} ${formatKey(key)}`;
    if (!this.#releases.has(formatKey(key))) throw new OperatorError('STALE', what, { object: key });
    this.#missed.add(formatKey(key));
    const problem = this.#scoped.findProblem(key);
    throw new OperatorError(isOperatorError(problem) ? problem.code : 'API_UNAVAILABLE', what, {
      ...{ object: key, cause: problem },
      hint:
        problem === undefined
          ? 'the watch of this object has not answered yet; the reconcile is retried'
          : getMessage(problem),
    });
  }

  #enqueueMissed(key: ObjectKey): void {
    if (!this.#scoped.isShown(key) || !this.#missed.delete(formatKey(key))) return;
    const causes = [createCause(`${this.#read.kind.kind} ${formatKey(key)}: loaded`)];
    this.#enqueueEach(this.listUsers(key), { initial: false, causes });
  }

  #remove(key: string): void {
    this.#releases.get(key)?.();
    this.#releases.delete(key);
    this.#missed.delete(key);
  }
}
