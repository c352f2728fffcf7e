import type { KubeObject, ObjectKey, PatchOperation } from '../base/index.ts';
import type { Forms, FormsOf } from './sent.ts';

/** Options of every call. Omit the signal only if the call cannot hang. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Selects the objects of a list or a watch. */
export interface Selection {
  /** @default - all namespaces */
  readonly namespace?: string;
  /** @default - every object */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface ListOptions extends Selection, CallOptions {
  /** Objects per page. With `resourceVersion` "0" an API server still returns everything. @default - everything */
  readonly limit?: number;
  /**
   * The size limit of the response in bytes: a larger list is rejected with `AnswerTooLarge` before it fills the
   * memory. @default - none
   */
  readonly atMostBytes?: number;
  /** The token of the next page. */
  readonly continueToken?: string;
  /**
   * The required freshness: `0` any, absent the newest.
   * https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
   */
  readonly resourceVersion?: string;
}

export interface ListResult<T> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** Present while there are more pages. */
  readonly continueToken?: string;
}

export interface WatchOptions extends Selection, CallOptions {
  /** The watch sends only later changes. */
  readonly resourceVersion?: string;
  /** WatchList: the stream starts with all objects and a bookmark. KEP-3157. @default false */
  readonly sendInitialEvents?: boolean;
  /** The time after which the server ends the stream. */
  readonly timeoutSeconds?: number;
  /** Whether it may share a connection with other watches: for many small ones. @default false */
  readonly sharesConnection?: boolean;
}

/**
 * One line of a watch, as the API server sends it.
 *
 * Guarantees: an object has a `metadata.resourceVersion` and, except in a bookmark, a name.
 */
export type RawWatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: T }
  | { readonly type: 'ERROR'; readonly object: unknown }
  /** An event of an unknown type. */
  | { readonly type: 'UNKNOWN'; readonly name: string };

/** An event of a known type. */
export type KnownWatchEvent<T> = Exclude<RawWatchEvent<T>, { readonly type: 'UNKNOWN' }>;

export interface ApplyOptions extends CallOptions {
  /** The manager that owns the sent fields. */
  readonly fieldManager: string;
  /** Whether to take over fields of others. @default false */
  readonly force?: boolean;
  /** @default - the object itself */
  readonly subresource?: 'status' | 'scale';
}

/** The result of an apply. */
export interface Applied<T> {
  readonly object: T;
  /** Whether it was created (201) instead of changed. */
  readonly created: boolean;
}

export interface DeleteOptions extends CallOptions {
  /** Deletes only the object with this uid. */
  readonly uid?: string;
  /** Deletes only this version of the object. */
  readonly resourceVersion?: string;
  /** Deletion of dependents. Always set, because batch/v1 would orphan a Job's Pods by default. */
  readonly propagation: 'Background' | 'Foreground' | 'Orphan';
}

/**
 * The API server's calls for one kind, without a cache. A failed call is not retried; a request is resent only if the
 * server has not processed it, or if it is idempotent and the connection was lost.
 *
 * The compiler checks written objects; `apiVersion` and `kind` are optional. `unchecked` disables the check.
 *
 * Errors of every method: `ApiError` with the server's reason, message and causes.
 */
export interface Resource<T extends KubeObject, TForms extends Forms = FormsOf<T>> {
  get(key: ObjectKey, options?: CallOptions): Promise<T>;
  /** Like `get`, but `undefined` if the object does not exist. */
  tryGet(key: ObjectKey, options?: CallOptions): Promise<T | undefined>;
  list(options?: ListOptions): Promise<ListResult<T>>;
  watch(options?: WatchOptions): Promise<AsyncIterable<RawWatchEvent<T>>>;
  /**
   * POST. Not resent if the connection is lost before a response, because it may have created the object by then.
   *
   * @param options `isIdempotent`: resend it nevertheless; the response may then be 409 for an object that it created
   */
  create(object: TForms['create'], options?: CallOptions & { readonly isIdempotent?: boolean }): Promise<T>;
  /** PUT: the object's `resourceVersion` must be the current one, if it has one. */
  update(object: TForms['update'], options?: CallOptions): Promise<T>;
  /** Server-side apply. KEP-555. With `metadata.uid` it never creates a deleted object again. */
  apply(object: TForms['apply'], options: ApplyOptions): Promise<Applied<T>>;
  jsonPatch(
    key: ObjectKey,
    operations: readonly PatchOperation[],
    options?: CallOptions & { fieldManager?: string },
  ): Promise<T>;
  mergePatch(
    key: ObjectKey,
    patch: TForms['mergePatch'],
    options?: CallOptions & { subresource?: 'status'; fieldManager?: string },
  ): Promise<T>;
  /**
   * Deletes the object. Returns it if it is only terminating, such as with a finalizer, and `undefined` if it is gone.
   * Errors: `API_NOT_FOUND` if it does not exist.
   */
  delete(key: ObjectKey, options: DeleteOptions): Promise<T | undefined>;
}
