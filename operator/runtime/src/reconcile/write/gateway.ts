import { findInexact, inexactNumberHint, findKindSchema } from '../../api/index.ts';
import { getKey, formatKey, type Kind, type KubeObject, type ObjectKey, OperatorError } from '../../base/index.ts';
import type { ChangeListener, ObjectCache } from '../../cache/index.ts';
import {
  type Client,
  createClient,
  createDryRunTransport,
  isApiError,
  type Resource,
  type SentByName,
  unchecked,
  type UncheckedForms,
} from '../../client/index.ts';
import { toCanonicalJson, findDifferingPaths } from '../compare/index.ts';
import type { Gateway, Run } from './run.ts';
import { isOwner, isWatched } from './ownership.ts';
import type { ApplyWrite, DeleteWrite, PatchWrite, WriteWords, Written } from './writes.ts';

/** What a write needs in addition to the reconcile. Only the gateway has it, so that no write bypasses it. */
interface WriteAccess {
  readonly client: Client;
  /** Throws `NOT_LEADER` if the process may not write. */
  readonly assertLeading: () => void;
  getCache<T extends KubeObject>(kind: Kind<T>): ObjectCache<T>;
  /** The listener of this controller on the cache of `kind`, which is not notified of the controller's own writes. */
  getListener(kind: Kind): ChangeListener<KubeObject> | undefined;
}

/**
 * Sends every write of a reconcile, in these steps:
 * 1. If the process does not lead, it rejects the write without sending anything.
 * 2. The cache defers events of the object: they may arrive before the response, which tells which event is our own
 * write.
 * 3. It sends one request as the field manager of the controller, and aborts it with the reconcile. In a dry run the
 * API server stores nothing.
 * 4. It caches the response, so that every controller sees it or a newer state. This controller is not notified. After
 * a patch or a deletion, it does not cache a child without the operator's label, because no watch would show the
 * deletion of that child. If the object is the owner, `run.owner` becomes the response; a deletion of the owner also
 * notifies this controller. In a dry run caches stay unchanged.
 * 5. It logs the write, and emits an event for a created or deleted child, or the deleted owner.
 *
 * A failed write is not logged and changes nothing here, except for the deletion of an object that no longer exists.
 */
export class WriteGateway implements Gateway {
  readonly #access: WriteAccess;
  readonly #dryRunClient: Client;
  #inFlight = 0;

  constructor(access: WriteAccess) {
    this.#access = access;
    this.#dryRunClient = createClient(createDryRunTransport(access.client.transport));
  }

  async apply<T extends KubeObject>(run: Run, kind: Kind<T>, write: ApplyWrite<T>): Promise<Written<T>> {
    const { object, force = true, subresource, manager } = write;
    checkNumbers(kind, object);
    using sending = this.#begin(run, kind, { key: getKey(object) });
    const how = {
      ...{ ...sending.how, force },
      ...(manager !== undefined && { fieldManager: manager }),
      ...(subresource !== undefined && { subresource }),
    };
    const { object: answer, created } = await sending.resource.apply(object, how);
    const written = sending.take(answer);
    const words = created ? creation : write.message?.(written.answer);
    if (words !== undefined) sending.logWords(words);
    if (created) run.environment.recorder.recordCreated(run, written.held);
    return written;
  }

  async patch<T extends KubeObject>(
    run: Run,
    kind: Kind<T>,
    { key, operations, message }: PatchWrite,
  ): Promise<Written<T>> {
    using sending = this.#begin(run, kind, { key });
    const written = sending.takeIfWatched(await sending.resource.jsonPatch(key, operations, sending.how));
    sending.logWords(message);
    return written;
  }

  async delete<T extends KubeObject>(
    run: Run,
    kind: Kind<T>,
    { child, because }: DeleteWrite<T>,
  ): Promise<T | undefined> {
    const key = getKey(child);
    const { uid, resourceVersion } = child.metadata;
    const isOwn = isOwner(run, kind, key);
    // Also notifies this controller of the deletion of its own object, because it has to clean up.
    using sending = this.#begin(run, kind, { key, notifyAll: isOwn });
    const which = isOwn ? { uid, resourceVersion } : { uid };
    const how = { ...which, propagation: 'Background', signal: run.signal } as const;
    try {
      const left = await sending.resource.delete(key, how);
      if (left === undefined) sending.takeEnd(uid);
      else sending.takeIfWatched(left);
      sending.logWords(isOwn ? ownDeletion : deletion);
      run.environment.recorder.recordDeleted(run, child, because);
      // In a dry run the child still exists, and the caller must not assume otherwise.
      return run.environment.dryRun ? child : left;
    } catch (error) {
      if (!isApiError(error, 404)) throw error;
      sending.takeEnd(uid);
      return undefined;
    }
  }

  refresh(run: Run, live: KubeObject): void {
    this.#getCache(run, run.ownerKind).recordWrite(live);
  }

  /** Whether at least one write is pending. */
  get isWriting(): boolean {
    return this.#inFlight > 0;
  }

  /** Performs the first two steps of a write. Dispose the result to end the deferral of events. */
  #begin<T extends KubeObject>(run: Run, kind: Kind<T>, { key, notifyAll = false }: Target): Sending<T> {
    const { dryRun, fieldManager, operator } = run.environment;
    this.#access.assertLeading();
    const cache = this.#getCache(run, kind);
    const except = notifyAll ? undefined : this.#access.getListener(kind);
    const isOfOwner = isOwner(run, kind, key);
    const deferred = cache.beginWrite(key);
    this.#inFlight += 1;
    const take = (object: T): Written<T> => {
      const answer = cache.trim(object);
      // Takes the response rather than the cached object, which may be newer than what this reconcile has seen.
      if (isOfOwner) run.owner = answer;
      return { answer, held: cache.recordWrite(object, except, answer) };
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
        cache.recordRemoval(key, uid, except);
      },
      logWords: (words) => {
        logWrite(run, { kind, key }, words);
      },
      [Symbol.dispose]: () => {
        this.#inFlight -= 1;
        deferred[Symbol.dispose]();
      },
    };
  }

  #getCache<T extends KubeObject>(run: Run, kind: Kind<T>): TakingCache<T> {
    const cache = this.#access.getCache(kind);
    return run.environment.dryRun ? createUntouchedCache(cache) : cache;
  }
}

/** Throws `SPEC_INVALID`, with the path, for a number that would not reach the API server unchanged. */
function checkNumbers(kind: Kind, object: SentByName): void {
  // Skips a `bigint`, because JSON.stringify throws a clear error for it.
  const found = findInexact(object, findKindSchema(kind) ?? {}, (value) => typeof value === 'bigint');
  if (found === undefined) return;
  const key = getKey(object);
  const hint = `${found.path} is ${String(found.value)}: ${inexactNumberHint}`;
  throw new OperatorError('SPEC_INVALID', `apply ${kind.kind} ${formatKey(key)}`, { object: key, hint });
}

/** The object of a write. */
interface Target {
  readonly key: ObjectKey;
  /** Whether the controller is also notified of its own write. @default false */
  readonly notifyAll?: boolean;
}

/** A pending write. */
interface Sending<T extends KubeObject> extends Disposable {
  readonly resource: Resource<T, UncheckedForms>;
  readonly how: { readonly fieldManager: string; readonly signal: AbortSignal };
  /** Caches the response to an apply. A watch shows the object, because a child has the operator's label. */
  take(object: T): Written<T>;
  /** Caches the response to a write that does not set labels, but only if a watch shows the object. */
  takeIfWatched(object: T): Written<T>;
  takeEnd(uid: string): void;
  logWords(words: WriteWords): void;
}

const creation: WriteWords = { did: 'created a child', would: 'would create a child' };
const deletion: WriteWords = { did: 'deleted a child', would: 'would delete a child' };
const ownDeletion: WriteWords = { did: 'deleted the object', would: 'would delete the object' };

type TakingCache<T extends KubeObject> = Pick<ObjectCache<T>, 'trim' | 'beginWrite' | 'recordWrite' | 'recordRemoval'>;

/** Wraps a cache so that it stores nothing: in a dry run, the response goes only to the caller. */
function createUntouchedCache<T extends KubeObject>(cache: ObjectCache<T>): TakingCache<T> {
  const nothing = (): void => undefined;
  return {
    trim: (object) => cache.trim(object),
    beginWrite: () => ({ [Symbol.dispose]: nothing }),
    recordWrite: (object) => cache.trim(object),
    recordRemoval: nothing,
  };
}

/**
 * Logs a write. In a dry run every reconcile repeats its writes, so each is logged only once until it changes.
 * @param to the written object
 */
export function logWrite(run: Run, to: { readonly kind: Kind; readonly key: ObjectKey }, words: WriteWords): void {
  const { environment, log, memory } = run;
  const { did, would, level = 'info', between, target = 'child' } = words;
  const child = isOwner(run, to.kind, to.key) ? {} : { [target]: to.kind.kind, name: formatKey(to.key) };
  const { dryRun } = environment;
  const fields = {
    ...child,
    ...words.fields,
    ...(between && { paths: comparePaths(between, dryRun || level === 'info') }),
  };
  if (!dryRun) {
    log[level](did, fields);
    return;
  }
  const write = `${would} ${toCanonicalJson(child)}`;
  if (memory.dryRun.isNews(write, toCanonicalJson(fields))) log.info(would, fields);
}

/**
 * The paths at which the objects differ.
 * @param isNeeded whether to compute them now; otherwise they are computed only if the line is written
 */
function comparePaths(between: NonNullable<WriteWords['between']>, isNeeded: boolean): unknown {
  const compare = (): readonly string[] => findDifferingPaths(...between);
  return isNeeded ? compare() : { toJSON: compare };
}
