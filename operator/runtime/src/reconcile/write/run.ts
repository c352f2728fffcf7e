import {
  type Clock,
  type Kind,
  type KubeObject,
  type Logger,
  formatKey,
  getKey,
  getMessage,
  type ObjectKey,
  OperatorError,
  catchFailure,
} from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import type { LiveReader } from '../../client/index.ts';
import type { ConditionInput, NamedKind, ReadKind } from '../declare/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { formatChild, noTexts, type OwnerMemory } from './owner-memory.ts';
import type { ApplyWrite, DeleteWrite, PatchWrite, Written } from './writes.ts';

/** A condition as the runtime sets it. */
export interface StatedCondition extends ConditionInput {
  /** Whether to set `Stalled` to true, independent of the reason. @default - depends on the reason */
  readonly stalls?: boolean;
  /** Whether it is a stored condition that keeps its time and generation. @default false */
  readonly stands?: boolean;
}

/** A status of any kind. */
export type AnyStatus = Readonly<Record<string, unknown>> & { readonly conditions?: readonly StatedCondition[] };

/** The start values of a reconcile. */
interface RunOptions {
  readonly environment: ReconcileEnvironment;
  readonly owner: KubeObject;
  readonly ownerKind: Kind;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly memory: OwnerMemory;
}

/**
 * One reconcile of one object: what it has learned about the object and its children, the status to write, and its
 * pending calls.
 */
export class Run {
  readonly environment: ReconcileEnvironment;
  /** The object as this reconcile last read or wrote it. */
  owner: KubeObject;
  readonly ownerKind: Kind;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** The memory of this owner's reconciles. */
  readonly memory: OwnerMemory;
  /** The status that this reconcile has set or patched. */
  stated: AnyStatus | undefined;
  /** Whether a live GET, or our own write, has confirmed that the owner exists unchanged and is not terminating. */
  ownerVerified = false;
  /** Whether this reconcile has found an unwatched terminating child: its deletion causes no event. */
  awaitsUnwatchedEnd = false;
  /** Whether this reconcile has decided without a child that only the next one sees. */
  missedChild = false;
  /** Whether this reconcile has deleted its object: then it writes nothing more. */
  ownerDeleted = false;
  /** Whether the object has expired: then this reconcile only deletes it. */
  ownerExpired = false;
  readonly #pending = new Set<Promise<unknown>>();
  // Most reconciles need none of these.
  #unowned: Map<string, KubeObject> | undefined;
  #seen: Set<string> | undefined;
  #taken: Set<string> | undefined;
  #edited: Set<string> | undefined;

  constructor({ environment, owner, ownerKind, log, signal, memory }: RunOptions) {
    this.environment = environment;
    this.owner = owner;
    this.ownerKind = ownerKind;
    this.log = log;
    this.signal = signal;
    this.memory = memory;
  }

  /** Records that this reconcile applies an object of others. */
  noteEdited(kind: Kind, key: ObjectKey): void {
    (this.#edited ??= new Set()).add(formatChild(kind, key));
  }

  hasEdited(kind: Kind, key: ObjectKey): boolean {
    return this.#edited?.has(formatChild(kind, key)) === true;
  }

  /** Whether the runtime reports errors in the status, instead of in events only. */
  get reportsInStatus(): boolean {
    return (this.environment.statusUse ?? 'report') === 'report';
  }

  /** Records an unowned object that a live GET found at the name of a child. */
  noteUnowned(kind: Kind, key: ObjectKey, unowned: KubeObject): void {
    (this.#unowned ??= new Map<string, KubeObject>()).set(formatChild(kind, key), unowned);
  }

  /** The unowned object that a live GET found at the name of a child. */
  findUnowned(kind: Kind, key: ObjectKey): KubeObject | undefined {
    return this.#unowned?.get(formatChild(kind, key));
  }

  /** Records a child that a live GET found and the cache may lack. */
  noteSeen(kind: Kind, key: ObjectKey): void {
    (this.#seen ??= new Set()).add(formatChild(kind, key));
  }

  hasSeen(kind: Kind, key: ObjectKey): boolean {
    return this.#seen?.has(formatChild(kind, key)) === true;
  }

  /** Records that an unowned object has the name of a desired child. */
  noteTaken(kind: Kind, key: ObjectKey): void {
    (this.#taken ??= new Set()).add(formatChild(kind, key));
  }

  get taken(): ReadonlySet<string> {
    return this.#taken ?? noTexts;
  }

  /**
   * Starts and records an author's call. The caller handles its failure; without an await, a failure must not end the
   * process. Once the signal has aborted, it rejects with the reason without starting; after `self.delete`, with
   * `OWNER_DELETED`.
   */
  startCall<T>(begin: () => Promise<T>): Promise<T> {
    const call = this.#findEnd() ?? begin();
    this.#pending.add(call);
    const done = (): void => void this.#pending.delete(call);
    catchFailure(call.finally(done), () => undefined);
    return call;
  }

  #findEnd(): Promise<never> | undefined {
    if (this.signal.aborted) return Promise.reject(this.signal.reason as Error);
    if (!this.ownerDeleted) return undefined;
    const key = getKey(this.owner);
    const what = `continue after self.delete of ${this.ownerKind.kind} ${formatKey(key)}`;
    return Promise.reject(new OperatorError('OWNER_DELETED', what, { object: key }));
  }

  /** Waits until all pending calls have settled, after one of them has failed. */
  async finishCalls(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  /**
   * Waits for calls that the reconcile did not await: none may still run when it ends.
   *
   * Errors: `DECLARATION_INVALID` if such calls exist, with their first failure as its cause.
   */
  async endCalls(): Promise<void> {
    if (this.#pending.size === 0) return;
    const results = await Promise.allSettled(this.#pending);
    const failure = results.find((result) => result.status === 'rejected');
    const why = failure === undefined ? '' : ` (and failed: ${getMessage(failure.reason)})`;
    throw new OperatorError('DECLARATION_INVALID', 'reconcile', {
      cause: failure?.reason,
      hint: `a call was not awaited${why}: write "await" before each apply and delete`,
    });
  }
}

/**
 * What the status of the controller's kind contains. `report`: the runtime completes it, and reports errors in it;
 * `stated`: exactly what the controller sets; `none`: it belongs to others.
 */
export type StatusUse = 'report' | 'stated' | 'none';

/** An edited object, before and after the edit. */
export interface EditedObject {
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/** The objects of a kind that resources name. */
export interface NamedView {
  /** The keys of the objects that `resource` names. Throws: the error of the declared function. */
  listKeys(resource: KubeObject): readonly ObjectKey[];
  /**
   * Resolves once the objects that `resource` names are loaded, or their watches have failed; rejects with the reason of
   * `signal`.
   */
  waitUntilLoaded(resource: KubeObject, signal: AbortSignal): Promise<void>;
  /**
   * The object, or `undefined` if it does not exist.
   *
   * Errors: `STALE` if no resource names it any more; the error of its watch, or `API_UNAVAILABLE`, if it is not loaded.
   */
  get(key: ObjectKey): KubeObject | undefined;
}

/** The values that all reconciles of a controller share. */
export interface ReconcileEnvironment {
  /** Reads live objects. Writes use `gateway`. */
  readonly client: LiveReader;
  readonly gateway: Gateway;
  readonly clock: Clock;
  /** The operator's name: the value of the managed-by label. */
  readonly operator: string;
  /** The field manager of the controller's writes. */
  readonly fieldManager: string;
  readonly recorder: EventRecorder;
  /** The cache of a kind that the controller writes: its own, an owned or an edited one. */
  getCache<T extends KubeObject>(kind: Kind<T>): CacheView<T>;
  /** The cache of a kind that the controller reads or watches; one kind may have several. */
  getView(read: ReadKind): CacheView<KubeObject>;
  /**
   * After a write to an edited object: enqueues the other custom resources that the write affects. The listeners of this
   * controller ignore its own writes.
   */
  readonly notifyOfEdit?: (owner: KubeObject, kind: Kind, edit: EditedObject) => void;
  /** @default 'report' */
  readonly statusUse?: StatusUse;
  /**
   * Resolves once every cache shows the objects of `namespace`, which may just have got its label. @default - all are
   * known before the first reconcile
   */
  readonly waitUntilShown?: (namespace: string, signal: AbortSignal) => Promise<void>;
  /** The objects that the controller's resources name. */
  getNamed(read: NamedKind): NamedView;
  /** Whether children of `kind` may be in any namespace: then they name their owner by a label. @default - none may */
  readonly isInAnyNamespace?: (kind: Kind) => boolean;
  /** The kind in another version, if the API server serves one. @default - it serves none */
  readonly findOtherVersion?: (kind: Kind, signal: AbortSignal) => Promise<Kind | undefined>;
  /** Whether writes are sent as a dry run, which stores nothing. */
  readonly dryRun: boolean;
  /** The context of every reconcile besides its handles: settings, metrics, and injected dependencies. */
  readonly injected: Readonly<Record<string, unknown>>;
  /**
   * Resolves once `owner` may get the controller's finalizer: from then on the operator cannot be deleted. @default -
   * at once
   */
  readonly beforeFinalizer?: (owner: KubeObject, signal: AbortSignal) => Promise<void>;
}

/** The same environment for a process in dry run: the gateway stores nothing, and sends no events. */
export function toDryRun(environment: ReconcileEnvironment): ReconcileEnvironment {
  return { ...environment, dryRun: true, recorder: silent };
}

const silent: EventRecorder = {
  recordCreated: () => undefined,
  recordDeleted: () => undefined,
  normal: () => false,
  warning: () => false,
  flush: () => Promise.resolve(0),
};

/**
 * Performs all writes of a controller's reconciles. `gateway` describes the steps of a write.
 *
 * Errors of every method: `NOT_LEADER` and `STOPPED`, before anything is sent; `ApiError`.
 */
export interface Gateway {
  /**
   * Applies an object or its status. If it creates the object, which is then a child, it logs that and emits an event.
   */
  apply<T extends KubeObject>(run: Run, kind: Kind<T>, write: ApplyWrite<T>): Promise<Written<T>>;
  /** Patches the owner or a child. */
  patch<T extends KubeObject>(run: Run, kind: Kind<T>, write: PatchWrite): Promise<Written<T>>;
  /**
   * Deletes a child by its uid, or the owner by its uid and resource version; with background propagation. The
   * deletion of the owner notifies every controller, this one included.
   *
   * @returns the remaining object if it is terminating, or if this is a dry run; `undefined` if it is deleted
   */
  delete<T extends KubeObject>(run: Run, kind: Kind<T>, write: DeleteWrite<T>): Promise<T | undefined>;
  /** Caches the owner from a live read. This is not our write: every controller is notified. */
  refresh(run: Run, live: KubeObject): void;
}
