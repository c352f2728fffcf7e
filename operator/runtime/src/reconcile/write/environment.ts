import type { Clock, Kind, KubeObject, Logger, ObjectKey } from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import type { JsonPatchOperation, LiveReader, SentByName } from '../../client/index.ts';
import type { ReadKind } from '../declare/dependencies.ts';
import type { EventRecorder } from '../events/index.ts';

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
  /** Whether writes are only tried: the API server answers as if they were made, and stores nothing. */
  readonly dryRun: boolean;
  /** What every run finds in its context beside its handles: settings, metrics, and what the controller uses. */
  readonly injected: Readonly<Record<string, unknown>>;
}

/** One reconcile of one object. */
export interface Run<TOwner extends KubeObject = KubeObject> {
  readonly environment: ReconcileEnvironment;
  /** The object as this run last saw or wrote it. */
  owner: TOwner;
  readonly ownerKind: Kind<TOwner>;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** What earlier runs for this owner found out about its children. */
  readonly memory: RunMemory;
  /** What this run notes for itself: that its owner stands, that a child is not there or terminates unwatched, what it has said. */
  readonly checked: Set<string>;
}

/** Per owner: for each child that there is, the hash and the own fields that were found to be settled; what a dry run said. */
export type RunMemory = Map<string, string>;

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
   * @returns what there still is of it: it is being deleted, or this is a dry run; `undefined` if it is gone
   */
  delete<T extends KubeObject>(run: Run, kind: Kind<T>, write: DeleteWrite<T>): Promise<T | undefined>;
  /** Takes into the cache what a live GET shows of the owner. It is no write of ours: every controller is notified. */
  refresh(run: Run, live: KubeObject): void;
}

export interface ApplyWrite<T extends KubeObject> {
  /** The fields that are to be ours. */
  readonly object: SentByName;
  /** Whether fields of others are taken over. @default true */
  readonly force?: boolean;
  /** @default - the object itself */
  readonly subresource?: 'status';
  /**
   * Looks at the answer where the object was there already, before anybody knows of it. If it throws, it ends the write: no
   * cache takes the answer in, and nothing is said.
   *
   * @param answer as it was sent, with its `managedFields`
   * @default - any answer is taken
   */
  verify?(answer: T): void | Promise<void>;
  /** What is said if the object was there already. @param after as `answer` of `Written` @default - nothing */
  said?(after: T): WriteWords;
}

export interface PatchWrite {
  readonly key: ObjectKey;
  readonly operations: readonly JsonPatchOperation[];
  readonly said: WriteWords;
}

export interface DeleteWrite<T extends KubeObject> {
  readonly child: T;
  /** Ends the sentence of the event. @default - the event names the child only */
  readonly because?: string | undefined;
}

/** What became of a write. */
export interface Written<T extends KubeObject> {
  /** What the API server answered, trimmed as the cache trims it. */
  readonly answer: T;
  /** What the cache holds now: the answer, or something newer. In a dry run the answer. */
  readonly held: T;
}

/** A write in words for the log. */
export interface WriteWords {
  /** What was done, in words that never vary: "wrote the status". */
  readonly did: string;
  /** The same in a dry run: "would write the status". */
  readonly would: string;
  /** Beside the kind and the name of a child. @default - none */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** @default 'info' */
  readonly level?: 'debug' | 'info';
  /** What there was and what there is, or would be: a dry run says where they differ. */
  readonly between?: readonly [before: unknown, after: unknown];
}
