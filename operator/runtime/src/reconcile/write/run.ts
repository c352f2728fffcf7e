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

/** A condition of a new status, with the additions that only the runtime sets. */
export interface StatedCondition extends ConditionInput {
  /** Whether to set the condition `Stalled`. @default - depends on the reason */
  readonly stalls?: boolean;
  /** Whether the condition was stored before, and keeps its time and generation. @default false */
  readonly stands?: boolean;
}

/** The status of any kind. */
export type AnyStatus = Readonly<Record<string, unknown>> & { readonly conditions?: readonly StatedCondition[] };

/** The arguments of a new reconcile. */
interface RunOptions {
  readonly environment: ReconcileEnvironment;
  readonly owner: KubeObject;
  readonly ownerKind: Kind;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly memory: OwnerMemory;
}

/**
 * The state of one reconcile of one object: what it has learned about the object and its children, the status to write,
 * and pending calls.
 */
export class Run {
  readonly environment: ReconcileEnvironment;
  /** The object as this reconcile last read or wrote it. */
  owner: KubeObject;
  readonly ownerKind: Kind;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** What earlier reconciles of this object remember. */
  readonly memory: OwnerMemory;
  /** The status that this reconcile has set or patched; `undefined` if it has set none. */
  stated: AnyStatus | undefined;
  /**
   * Whether a live GET, or a write of this reconcile, has confirmed that the owner is unchanged and not terminating.
   */
  ownerVerified = false;
  /** Whether this reconcile has found a terminating child that no watch shows, so that no event follows its end. */
  awaitsUnwatchedEnd = false;
  /** Whether this reconcile has decided without a child that exists; the next one sees it. */
  missedChild = false;
  /** Whether this reconcile has deleted its object, so that it writes nothing more. */
  ownerDeleted = false;
  /** Whether the object has expired, so that this reconcile only deletes it. */
  ownerExpired = false;
  readonly #pending = new Set<Promise<unknown>>();
  // Created on first use, because most reconciles need none of these.
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

  /** Records that this reconcile applies fields of an object that it does not own. */
  noteEdited(kind: Kind, key: ObjectKey): void {
    (this.#edited ??= new Set()).add(formatChild(kind, key));
  }

  hasEdited(kind: Kind, key: ObjectKey): boolean {
    return this.#edited?.has(formatChild(kind, key)) === true;
  }

  /** Whether the runtime reports errors in the status; otherwise only by events. */
  get reportsInStatus(): boolean {
    return (this.environment.statusUse ?? 'report') === 'report';
  }

  /** Records an unowned object that a live GET found at the name of a child. */
  noteUnowned(kind: Kind, key: ObjectKey, unowned: KubeObject): void {
    (this.#unowned ??= new Map<string, KubeObject>()).set(formatChild(kind, key), unowned);
  }

  /** Returns the unowned object that `noteUnowned` has recorded for the name of a child. */
  findUnowned(kind: Kind, key: ObjectKey): KubeObject | undefined {
    return this.#unowned?.get(formatChild(kind, key));
  }

  /** Records a child that a live GET found; the cache may lack it. */
  noteSeen(kind: Kind, key: ObjectKey): void {
    (this.#seen ??= new Set()).add(formatChild(kind, key));
  }

  hasSeen(kind: Kind, key: ObjectKey): boolean {
    return this.#seen?.has(formatChild(kind, key)) === true;
  }

  /** Records that another object has the name of a desired child. */
  noteTaken(kind: Kind, key: ObjectKey): void {
    (this.#taken ??= new Set()).add(formatChild(kind, key));
  }

  get taken(): ReadonlySet<string> {
    return this.#taken ?? noTexts;
  }

  /**
   * Starts a call of the author's code to a handle, and records it. The caller handles its failure; a call without
   * `await` that fails must not end the process. After the signal has aborted, it rejects with the reason without
   * starting; after `self.delete`, with `OWNER_DELETED`.
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
   * Waits for calls that the author's code did not await, because none may still run when the reconcile ends. Errors:
   * `DECLARATION_INVALID` if there are such calls, with their first failure as its cause.
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
 * How the status of the controller's kind is written. `report`: the runtime completes it, and reports errors in it;
 * `stated`: it contains exactly what the controller sets; `none`: the controller does not write it.
 */
export type StatusUse = 'report' | 'stated' | 'none';

/** An edited object, before and after the edit. */
export interface EditedObject {
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/** The objects of a kind that resources refer to by name. */
export interface NamedView {
  /** Returns the keys of the objects that `resource` refers to. Errors: those of the author's function. */
  listKeys(resource: KubeObject): readonly ObjectKey[];
  /**
   * Resolves once the objects that `resource` refers to are loaded, or their watches have failed; rejects with the
   * reason of `signal`.
   */
  waitUntilLoaded(resource: KubeObject, signal: AbortSignal): Promise<void>;
  /**
   * Returns the object, or `undefined` if it does not exist. Errors: `STALE` if no resource refers to it any more; the
   * error of its watch, or `API_UNAVAILABLE`, if it is not loaded.
   */
  get(key: ObjectKey): KubeObject | undefined;
}

/** What all reconciles of a controller share. */
export interface ReconcileEnvironment {
  /** Reads objects from the API server. Writes use `gateway`. */
  readonly client: LiveReader;
  readonly gateway: Gateway;
  readonly clock: Clock;
  /** The name of the operator: the value of the managed-by label. */
  readonly operator: string;
  /** The field manager of the controller's writes. */
  readonly fieldManager: string;
  readonly recorder: EventRecorder;
  /** Returns the cache of a kind that the controller writes: its own, an owned or an edited one. */
  getCache<T extends KubeObject>(kind: Kind<T>): CacheView<T>;
  /** Returns the cache of a kind that the controller reads or watches; there may be several caches of one kind. */
  getView(read: ReadKind): CacheView<KubeObject>;
  /**
   * Called after a write to an edited object: enqueues other resources that the write affects. The listeners of this
   * controller ignore its own writes.
   */
  readonly notifyOfEdit?: (owner: KubeObject, kind: Kind, edit: EditedObject) => void;
  /** How the status of the controller's kind is written. @default 'report' */
  readonly statusUse?: StatusUse;
  /**
   * Resolves once every cache shows the objects of `namespace`, which may have got the watched label just now. @default
   * - the namespaces do not change
   */
  readonly waitUntilShown?: (namespace: string, signal: AbortSignal) => Promise<void>;
  /** Returns the objects that the controller's resources refer to by name. */
  getNamed(read: NamedKind): NamedView;
  /**
   * Whether children of `kind` may be in any namespace, so that a label names their owner. @default - no children may
   */
  readonly isInAnyNamespace?: (kind: Kind) => boolean;
  /** Finds the kind in another version that the API server serves. @default - finds none */
  readonly findOtherVersion?: (kind: Kind, signal: AbortSignal) => Promise<Kind | undefined>;
  /** Whether writes are sent with `dryRun=All`, so that the API server stores nothing. */
  readonly dryRun: boolean;
  /** Added to the context of every reconcile: settings, metrics, and injected dependencies. */
  readonly injected: Readonly<Record<string, unknown>>;
  /**
   * Resolves once `owner` may get the controller's finalizer: from then on the operator is protected from deletion.
   * @default - resolves at once
   */
  readonly beforeFinalizer?: (owner: KubeObject, signal: AbortSignal) => Promise<void>;
}

/** Returns the same environment for a dry run: the gateway stores nothing, and no events are sent. */
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
 * Sends all writes of a controller's reconciles; `WriteGateway` describes the steps. Errors of every method:
 * `NOT_LEADER` and `STOPPED`, before anything is sent; `ApiError`.
 */
export interface Gateway {
  /** Applies an object or its status. If that creates the object, it logs the creation and emits an event. */
  apply<T extends KubeObject>(run: Run, kind: Kind<T>, write: ApplyWrite<T>): Promise<Written<T>>;
  /** Patches the owner or a child. */
  patch<T extends KubeObject>(run: Run, kind: Kind<T>, write: PatchWrite): Promise<Written<T>>;
  /**
   * Deletes a child by its uid, or the owner by its uid and resource version, with background propagation. The deletion
   * of the owner notifies every controller, including this one.
   * @returns the object if it still exists, because it is terminating or this is a dry run; otherwise `undefined`
   */
  delete<T extends KubeObject>(run: Run, kind: Kind<T>, write: DeleteWrite<T>): Promise<T | undefined>;
  /** Caches the owner from a live read. That is not a write of this controller, so every controller is notified. */
  refresh(run: Run, live: KubeObject): void;
}
