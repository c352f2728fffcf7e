import type { Clock, KubeObject, Logger, OnFailure } from '../base/index.ts';
import type { Client, Selection } from '../client/index.ts';

export interface CacheOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Field managers whose applied fields `findOwnFields` returns. */
  readonly fieldManagers: readonly string[];
  /**
   * Watched namespaces, with one watch per kind each; cluster-scoped kinds are always watched completely. @default -
   * all
   */
  readonly namespaces?: readonly string[];
  /**
   * A label selector of the watched namespaces, which are followed: needs `list` and `watch` of Namespaces. @default -
   * `namespaces`, or all
   */
  readonly namespaceSelector?: string;
  /** Whether to stream initial objects (WatchList), if the API server supports it. KEP-3157. @default true */
  readonly watchList?: boolean;
  /** Randomizes waits and timeouts of the watches; in [0, 1). @default Math.random */
  readonly random?: () => number;
  /** Receives the unexpected error of a watch at once. @default - `run` rejects with it at its end */
  readonly failed?: OnFailure;
}

/** Selects the objects of a cache, and their fields. */
export interface CacheSelection<T extends KubeObject = KubeObject> extends Omit<Selection, 'namespace'> {
  /**
   * Whether the API server may lack the kind: then the cache is synced, empty and not present until the kind is
   * installed. @default false
   */
  readonly optional?: boolean;
  /**
   * Drops fields that reconciles do not need before an object is cached; also called for responses to writes. Pure.
   * `apiVersion`, `kind` and `metadata` always stay. If it throws, the error is logged, and the whole object is cached.
   * @default - keeps all except `managedFields`
   */
  trim?(this: void, object: T): T;
}

/** The state of a cache. */
export interface CacheState {
  /** Its kind as text: `Deployment.apps`. */
  readonly kind: string;
  /** Whether it has contained all initial objects; a scope that is added later does not change that. */
  readonly synced: boolean;
  /** The last error of its watch. @default - none */
  readonly problem?: string;
}
