import {
  type Clock,
  type Kind,
  type KubeObject,
  type Logger,
  getMessage,
  type ObjectKey,
  OperatorError,
  catchFailure,
} from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import type { LiveReader } from '../../client/index.ts';
import type { ConditionInput, ReadKind } from '../declare/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { formatChild, noTexts, type OwnerMemory } from './owner-memory.ts';
import type { ApplyWrite, DeleteWrite, PatchWrite, Written } from './writes.ts';

/** A condition as the runtime states it. */
export interface StatedCondition extends ConditionInput {
  /** Whether `Stalled` becomes true, whatever the reason is. @default - depends on the reason */
  readonly stalls?: boolean;
}

/** A status of any kind. */
export type AnyStatus = Readonly<Record<string, unknown>> & { readonly conditions?: readonly StatedCondition[] };

/** What a run begins with. */
interface RunOptions {
  readonly environment: ReconcileEnvironment;
  readonly owner: KubeObject;
  readonly ownerKind: Kind;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly memory: OwnerMemory;
}

/** One reconcile of one object: what it has found out, the status that it states, and the calls that it has begun. */
export class Run {
  readonly environment: ReconcileEnvironment;
  /** The object as this run last saw or wrote it. */
  owner: KubeObject;
  readonly ownerKind: Kind;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** What the runs for this owner remember. */
  readonly memory: OwnerMemory;
  /** The status that `status.set` was last called with. */
  stated: AnyStatus | undefined;
  /** Whether a live GET, or a write of ours, has confirmed that the owner exists unchanged, and is not being deleted. */
  ownerVerified = false;
  /** Whether this run has seen a terminating child that no watch shows: its deletion causes no event. */
  awaitsUnwatchedEnd = false;
  readonly #pending = new Set<Promise<unknown>>();
  // Most runs need none of these.
  #unowned: Map<string, KubeObject> | undefined;
  #seen: Set<string> | undefined;
  #taken: Set<string> | undefined;

  constructor({ environment, owner, ownerKind, log, signal, memory }: RunOptions) {
    this.environment = environment;
    this.owner = owner;
    this.ownerKind = ownerKind;
    this.log = log;
    this.signal = signal;
    this.memory = memory;
  }

  /** A live GET has found an unowned object at the name of a child. */
  noteUnowned(kind: Kind, key: ObjectKey, unowned: KubeObject): void {
    (this.#unowned ??= new Map<string, KubeObject>()).set(formatChild(kind, key), unowned);
  }

  /** The unowned object that a live GET has found at the name of a child. */
  findUnowned(kind: Kind, key: ObjectKey): KubeObject | undefined {
    return this.#unowned?.get(formatChild(kind, key));
  }

  /** A live GET has found a child, which the cache may not show. */
  noteSeen(kind: Kind, key: ObjectKey): void {
    (this.#seen ??= new Set()).add(formatChild(kind, key));
  }

  hasSeen(kind: Kind, key: ObjectKey): boolean {
    return this.#seen?.has(formatChild(kind, key)) === true;
  }

  /** An unowned object has the name of a child that was to be applied. */
  noteTaken(kind: Kind, key: ObjectKey): void {
    (this.#taken ??= new Set()).add(formatChild(kind, key));
  }

  get taken(): ReadonlySet<string> {
    return this.#taken ?? noTexts;
  }

  /**
   * Begins a call of the author's and records it. Its failure is the caller's; if it is not awaited, it must not end the
   * process. Once the signal has aborted, it fails with the reason of that, and begins nothing.
   */
  startCall<T>(begin: () => Promise<T>): Promise<T> {
    const call = this.signal.aborted ? Promise.reject<T>(this.signal.reason) : begin();
    this.#pending.add(call);
    const done = (): void => void this.#pending.delete(call);
    catchFailure(call.finally(done), () => undefined);
    return call;
  }

  /** Waits for the calls that are still under way beside one that has failed, whether or not they fail. */
  async finishCalls(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  /**
   * Waits for the calls that the reconcile has not awaited: none may still run when it ends.
   *
   * Errors: `DECLARATION_INVALID` if there are any, with the first failure among them as its cause.
   */
  async endCalls(): Promise<void> {
    if (this.#pending.size === 0) return;
    const results = await Promise.allSettled(this.#pending);
    const failure = results.find((result) => result.status === 'rejected');
    const why = failure === undefined ? '' : ` (and failed: ${getMessage(failure.reason)})`;
    throw new OperatorError('DECLARATION_INVALID', 'reconcile', {
      cause: failure?.reason,
      hint: `a call of a handle was not awaited${why}: write "await" before each apply and delete`,
    });
  }
}

/** What every reconcile of one controller shares. */
export interface ReconcileEnvironment {
  /** Reads live objects. Writes go through `gateway`. */
  readonly client: LiveReader;
  readonly gateway: Gateway;
  readonly clock: Clock;
  /** The operator's name: the value of the managed-by label. */
  readonly operator: string;
  /** The field manager of the controller's writes. */
  readonly fieldManager: string;
  readonly recorder: EventRecorder;
  /** The cache of a kind that the controller writes: its own, or one that it owns. */
  getCache<T extends KubeObject>(kind: Kind<T>): CacheView<T>;
  /** The cache of a kind that the controller reads or watches; there may be several for one kind. */
  getView(read: ReadKind): CacheView<KubeObject>;
  /** Whether writes are sent as a dry run: the API server answers as if they were stored, and stores nothing. */
  readonly dryRun: boolean;
  /** What every run finds in its context beside its handles: settings, metrics, and injected dependencies. */
  readonly injected: Readonly<Record<string, unknown>>;
  /**
   * Resolves once `owner` may get the finalizer of the controller: from then on the operator cannot be deleted. @default -
   * it may at once
   */
  readonly beforeFinalizer?: (owner: KubeObject, signal: AbortSignal) => Promise<void>;
}

/** The same environment for a process in dry run: the gateway stores nothing, and no event is sent. */
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
 * The only way to write, for every run of a controller. `gateway` describes the steps of a write.
 *
 * Errors of every method: `NOT_LEADER` and `STOPPED`, before anything is sent; `ApiError`.
 */
export interface Gateway {
  /** Applies an object, or its status. One that is created by it is a child: that is logged, and an event emitted. */
  apply<T extends KubeObject>(run: Run, kind: Kind<T>, write: ApplyWrite<T>): Promise<Written<T>>;
  /** Patches the owner or a child. */
  patch<T extends KubeObject>(run: Run, kind: Kind<T>, write: PatchWrite): Promise<Written<T>>;
  /**
   * Deletes a child by its uid, with background propagation.
   *
   * @returns what is left of it: it is terminating, or this is a dry run; `undefined` if it is deleted
   */
  delete<T extends KubeObject>(run: Run, kind: Kind<T>, write: DeleteWrite<T>): Promise<T | undefined>;
  /** Puts the owner from a live read into the cache. That is no write of ours: every controller is notified. */
  refresh(run: Run, live: KubeObject): void;
}
