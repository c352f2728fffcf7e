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
  /** Reads live objects. What is written goes through `gateway`. */
  readonly client: LiveReader;
  readonly gateway: Gateway;
  readonly clock: Clock;
  /** The operator's name: the value of the managed-by label. */
  readonly operator: string;
  /** Who owns the fields that the controller writes. */
  readonly fieldManager: string;
  readonly recorder: EventRecorder;
  /** The cache of a kind that the controller writes: its own, or one that it owns. */
  cacheOf<T extends KubeObject>(kind: Kind<T>): CacheView<T>;
  /** The cache of something that the controller reads or watches: there may be several views of one kind. */
  viewOf(read: ReadKind): CacheView<KubeObject>;
  /** Whether writes are only tried: the API server answers as if they were stored, and stores nothing. */
  readonly dryRun: boolean;
  /** What every run finds in its context beside its handles: settings, metrics, and what the controller uses. */
  readonly injected: Readonly<Record<string, unknown>>;
}

/** The same environment for a process that only says what it would write: the gateway stores nothing, and no event is sent. */
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
  /** What earlier runs for this owner have found out and logged. */
  readonly memory: RunMemory;
  /** What this run has found out itself. */
  readonly notes: RunNotes;
}

/**
 * The one way to write, for every run of a controller. `gateway` says what becomes of a write, in which order.
 *
 * Errors of every method: `NOT_LEADER` and `STOPPED`, before anything is sent; `ApiError`.
 */
export interface Gateway {
  /** Applies an object, or its status. One that is created thereby is a child: the log and an event say so. */
  apply<T extends KubeObject>(run: Run, kind: Kind<T>, write: ApplyWrite<T>): Promise<Written<T>>;
  /** Patches the owner or a child. */
  patch<T extends KubeObject>(run: Run, kind: Kind<T>, write: PatchWrite): Promise<Written<T>>;
  /**
   * Deletes this incarnation of a child; its dependents go in the background.
   *
   * @returns what there still is of it: it is being deleted, or this is a dry run; `undefined` if there is nothing left
   */
  delete<T extends KubeObject>(run: Run, kind: Kind<T>, write: DeleteWrite<T>): Promise<T | undefined>;
  /** Takes into the cache what a live GET shows of the owner. It is no write of ours: every controller is notified. */
  refresh(run: Run, live: KubeObject): void;
}
