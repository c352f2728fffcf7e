import type { Clock, KubeObject, Logger, OnFailure } from '../base/index.ts';
import type { Client, Selection } from '../client/index.ts';

export interface CacheOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Field managers of this operator: `findOwnFields` returns the fields that they have applied. */
  readonly fieldManagers: readonly string[];
  /**
   * The watched namespaces; each gets its own watch of every namespaced kind. Cluster-scoped kinds are always watched
   * completely. @default - all namespaces
   */
  readonly namespaces?: readonly string[];
  /**
   * A label selector of namespaces: the caches watch the namespaces that match it at any time. Needs the permissions
   * `list` and `watch` for Namespaces. @default - `namespaces`, or all namespaces
   */
  readonly namespaceSelector?: string;
  /**
   * Whether to get the initial objects as a stream (WatchList, KEP-3157) if the API server supports it. @default true
   */
  readonly watchList?: boolean;
  /** Returns random numbers in [0, 1) for the jitter of waits and timeouts. @default Math.random */
  readonly random?: () => number;
  /**
   * Receives the unexpected error of a watch as soon as it fails. @default - `run` rejects with the error when it ends
   */
  readonly failed?: OnFailure;
}

/** Selects the objects of a cache, and their fields. */
export interface CacheSelection<T extends KubeObject = KubeObject> extends Omit<Selection, 'namespace'> {
  /**
   * Whether the API server may lack the kind. Until the kind is installed, the cache is synced, empty and not present.
   * @default false
   */
  readonly optional?: boolean;
  /**
   * Removes fields that reconciles do not need before an object is cached, and from responses to writes. Must be pure.
   * Cannot remove `apiVersion`, `kind` and `metadata`. If it throws, the error is logged and the whole object is
   * cached. @default - removes only `metadata.managedFields`
   */
  trim?(this: void, object: T): T;
}

/** The state of one cache, for readiness and messages. */
export interface CacheState {
  /** The kind of its objects as text: `Deployment.apps`. */
  readonly kind: string;
  /** Whether the cache has received all initial objects; it stays true if a scope is added later. */
  readonly synced: boolean;
  /** The last error of a watch of the cache. @default - none */
  readonly problem?: string;
}
