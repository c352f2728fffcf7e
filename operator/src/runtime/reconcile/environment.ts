import type { Clock, Kind, KubeObject, Logger } from '../base/index.ts';
import type { ChangeListener, ObjectCache } from '../cache/index.ts';
import type { Client } from '../client/index.ts';
import type { ReadKind } from './dependencies.ts';
import type { EventRecorder } from './events/index.ts';

/** What every reconcile of one controller shares. */
export interface ReconcileEnvironment {
  readonly client: Client;
  readonly clock: Clock;
  /** The operator's name: the value of the managed-by label. */
  readonly operator: string;
  /** Who owns the fields that the controller writes. */
  readonly fieldManager: string;
  readonly recorder: EventRecorder;
  /** The cache of a kind that the controller writes: its own, or one that it owns. */
  cacheOf<T extends KubeObject>(kind: Kind<T>): ObjectCache<T>;
  /** The cache of something that the controller reads or watches: there may be several views of one kind. */
  viewOf(read: ReadKind): ObjectCache<KubeObject>;
  /** The controller's own listener on the cache of `kind`: not told of the controller's own writes. */
  listenerOf(kind: Kind): ChangeListener<KubeObject> | undefined;
  /** Called right before each write. Throws `NOT_LEADER` if the process may not write. */
  readonly assertLeading: () => void;
  /** Whether writes are only tried: the API server answers as if they were made, and stores nothing. */
  readonly dryRun: boolean;
  /** What every run finds in its context beside its handles: settings, metrics, and what the controller uses. */
  readonly tools: Readonly<Record<string, unknown>>;
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
  /** What this run notes for itself: that its owner stands, that a child is not there or goes unseen, what it has said. */
  readonly checked: Set<string>;
}

/** Per owner: for each child that there is, the hash and the own fields that were found to be settled; what a dry run said. */
export type RunMemory = Map<string, string>;
