import { keyOf, type Kind, type KubeObject, type ObjectKey } from '../../base/index.ts';
import type { ChangeListener, ObjectCache } from '../../cache/index.ts';
import {
  type Client,
  createClient,
  dryRunTransport,
  isApiError,
  type Resource,
  unchecked,
  type UncheckedForms,
} from '../../client/index.ts';
import type { Gateway, Run } from './environment.ts';
import { logWrite } from './log-write.ts';
import { isOwner, isWatched } from './ownership.ts';
import type { ApplyWrite, DeleteWrite, PatchWrite, WriteWords, Written } from './writes.ts';

/** What it takes to write. Nobody else in a run has it. */
export interface WriteAccess {
  readonly client: Client;
  /** Throws `NOT_LEADER` if the process may not write. */
  readonly assertLeading: () => void;
  cacheOf<T extends KubeObject>(kind: Kind<T>): ObjectCache<T>;
  /** The controller's own listener on the cache of `kind`: not notified of the controller's own writes. */
  listenerOf(kind: Kind): ChangeListener<KubeObject> | undefined;
}

/**
 * What becomes of every write of a run, in this order:
 *
 * 1. If the process does not lead, the write is refused and nothing is sent.
 * 2. The cache defers its events of the object: the watch may be faster than the answer, which says whose they are.
 * 3. One request is sent, as the controller's field manager; it ends with the run. In a dry run nothing is stored.
 * 4. The cache takes the answer in, so that every controller sees it or something newer. This controller is not notified.
 *    After a patch or a deletion, a child without the operator's label is not kept: no watch would show its end. If the
 *    object is the owner, `run.owner` is the answer. In a dry run no cache takes in what is not stored.
 * 5. The log says what was done, and an event that a child was created or deleted.
 *
 * A write that fails says nothing and changes nothing here, but for a deletion of what is deleted already.
 */
export class WriteGateway implements Gateway {
  readonly #access: WriteAccess;
  readonly #dryRunClient: Client;

  constructor(access: WriteAccess) {
    this.#access = access;
    this.#dryRunClient = createClient(dryRunTransport(access.client.transport));
  }

  async apply<T extends KubeObject>(run: Run, kind: Kind<T>, write: ApplyWrite<T>): Promise<Written<T>> {
    const { object, force = true, subresource } = write;
    using sending = this.#begin(run, kind, keyOf(object));
    const how = { ...sending.how, force, ...(subresource !== undefined && { subresource }) };
    const { object: answer, created } = await sending.resource.apply(object, how);
    if (!created) await write.verify?.(answer);
    const written = sending.take(answer);
    const words = created ? creation : write.said?.(written.answer);
    if (words !== undefined) sending.say(words);
    if (created) run.environment.recorder.created(run, written.held);
    return written;
  }

  async patch<T extends KubeObject>(
    run: Run,
    kind: Kind<T>,
    { key, operations, said }: PatchWrite,
  ): Promise<Written<T>> {
    using sending = this.#begin(run, kind, key);
    const written = sending.takeIfWatched(await sending.resource.jsonPatch(key, operations, sending.how));
    sending.say(said);
    return written;
  }

  async delete<T extends KubeObject>(
    run: Run,
    kind: Kind<T>,
    { child, because }: DeleteWrite<T>,
  ): Promise<T | undefined> {
    const key = keyOf(child);
    const { uid } = child.metadata;
    using sending = this.#begin(run, kind, key);
    const how = { uid, propagation: 'Background', signal: run.signal } as const;
    try {
      const left = await sending.resource.delete(key, how);
      if (left === undefined) sending.takeEnd(uid);
      else sending.takeIfWatched(left);
      sending.say(deletion);
      run.environment.recorder.deleted(run, child, because);
      // It is still there, and nobody may go on as if it were not.
      return run.environment.dryRun ? child : left;
    } catch (error) {
      if (!isApiError(error, 404)) throw error;
      sending.takeEnd(uid);
      return undefined;
    }
  }

  refresh(run: Run, live: KubeObject): void {
    this.#cacheOf(run, run.ownerKind).wrote(live);
  }

  /** Steps 1 and 2, and what the others need. The events are no longer deferred once it is disposed of. */
  #begin<T extends KubeObject>(run: Run, kind: Kind<T>, key: ObjectKey): Sending<T> {
    const { dryRun, fieldManager, operator } = run.environment;
    this.#access.assertLeading();
    const cache = this.#cacheOf(run, kind);
    const except = this.#access.listenerOf(kind);
    const isOfOwner = isOwner(run, kind, key);
    const deferred = cache.writing(key);
    const take = (object: T): Written<T> => {
      const answer = cache.trim(object);
      // Not what the cache holds: that may be newer than what this run has seen.
      if (isOfOwner) run.owner = answer;
      return { answer, held: cache.wrote(object, except) };
    };
    return {
      resource: (dryRun ? this.#dryRunClient : this.#access.client).resource(unchecked(kind)),
      how: { fieldManager, signal: run.signal },
      take,
      takeIfWatched(object) {
        if (isOfOwner || isWatched(object, operator)) return take(object);
        const answer = cache.trim(object);
        return { answer, held: answer };
      },
      takeEnd: (uid) => {
        cache.removed(key, uid, except);
      },
      say: (words) => {
        logWrite(run, { kind, key }, words);
      },
      [Symbol.dispose]: () => {
        deferred[Symbol.dispose]();
      },
    };
  }

  #cacheOf<T extends KubeObject>(run: Run, kind: Kind<T>): TakingCache<T> {
    const cache = this.#access.cacheOf(kind);
    return run.environment.dryRun ? untouched(cache) : cache;
  }
}

/** A write that is under way. */
interface Sending<T extends KubeObject> extends Disposable {
  readonly resource: Resource<T, UncheckedForms>;
  readonly how: { readonly fieldManager: string; readonly signal: AbortSignal };
  /** Takes in the answer to an apply: what is ours carries our label. */
  take(object: T): Written<T>;
  /** Takes in the answer to a write that leaves the labels as they are, if a watch shows the object. */
  takeIfWatched(object: T): Written<T>;
  takeEnd(uid: string): void;
  say(words: WriteWords): void;
}

const creation: WriteWords = { did: 'created a child', would: 'would create a child' };
const deletion: WriteWords = { did: 'deleted a child', would: 'would delete a child' };

type TakingCache<T extends KubeObject> = Pick<ObjectCache<T>, 'trim' | 'writing' | 'wrote' | 'removed'>;

/** A cache that takes nothing in: what was not stored is in no answer but its own. */
function untouched<T extends KubeObject>(cache: ObjectCache<T>): TakingCache<T> {
  const nothing = (): void => undefined;
  return {
    trim: (object) => cache.trim(object),
    writing: () => ({ [Symbol.dispose]: nothing }),
    wrote: (object) => cache.trim(object),
    removed: nothing,
  };
}
