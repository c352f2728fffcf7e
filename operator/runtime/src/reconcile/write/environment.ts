import type { Clock, Kind, KubeObject, Logger } from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import type { LiveReader } from '../../client/index.ts';
import type { ReadKind } from '../declare/index.ts';
import type { EventRecorder } from '../events/index.ts';
import type { RunMemory } from './run-memory.ts';
import type { RunNotes } from './run-notes.ts';
import type { ApplyWrite, DeleteWrite, PatchWrite, Written } from './writes.ts';

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
  cacheOf<T extends KubeObject>(kind: Kind<T>): CacheView<T>;
  /** The cache of a kind that the controller reads or watches; there may be several for one kind. */
  viewOf(read: ReadKind): CacheView<KubeObject>;
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
export function inDryRun(environment: ReconcileEnvironment): ReconcileEnvironment {
  return { ...environment, dryRun: true, recorder: silent };
}

const silent: EventRecorder = {
  created: () => undefined,
  deleted: () => undefined,
  normal: () => false,
  warning: () => false,
  flush: () => Promise.resolve(0),
};

/** One reconcile of one object. */
export interface Run<TOwner extends KubeObject = KubeObject> {
  readonly environment: ReconcileEnvironment;
  /** The object as this run last saw or wrote it. */
  owner: TOwner;
  readonly ownerKind: Kind<TOwner>;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** What runs for this owner remember. */
  readonly memory: RunMemory;
  /** What this run has found out itself. */
  readonly notes: RunNotes;
}

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
