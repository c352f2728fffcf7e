import type { KubeObject, ObjectKey, PatchOperation } from '../base/index.ts';
import type { Forms, FormsOf } from './sent.ts';

/** Options of every call. Omit the signal only if the call cannot hang. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Selects the objects of a list or a watch. */
export interface Selection {
  /** Namespace of the objects. @default - all namespaces */
  readonly namespace?: string;
  /** Label selector of the objects. @default - every object */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface ListOptions extends Selection, CallOptions {
  /**
   * Maximum number of objects per page. With `resourceVersion` "0" an API server still returns everything. @default -
   * everything
   */
  readonly limit?: number;
  /**
   * Maximum size of the response in bytes: a larger list is rejected with `AnswerTooLarge` before it fills the memory.
   * @default - no limit
   */
  readonly atMostBytes?: number;
  /** The `continueToken` of the previous page. @default - the first page */
  readonly continueToken?: string;
  /**
   * The required freshness: `0` accepts any version. @default - the newest version
   * https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
   */
  readonly resourceVersion?: string;
}

export interface ListResult<T> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** The token to request the next page; absent on the last page. */
  readonly continueToken?: string;
}

export interface WatchOptions extends Selection, CallOptions {
  /** Where the watch starts: it sends only changes after this version. */
  readonly resourceVersion?: string;
  /** Whether the stream starts with all objects and a bookmark (WatchList, KEP-3157). @default false */
  readonly sendInitialEvents?: boolean;
  /** The time in seconds after which the API server ends the stream. @default - the API server's */
  readonly timeoutSeconds?: number;
  /** Whether the watch may share a connection with others; useful for many small watches. @default false */
  readonly sharesConnection?: boolean;
}

/**
 * One event of a watch, as the API server sends it. Guarantees: its object has a `metadata.resourceVersion` and, unless
 * the event is a bookmark, a name.
 */
export type RawWatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: T }
  | { readonly type: 'ERROR'; readonly object: unknown }
  /** An event whose type this client does not know. */
  | { readonly type: 'UNKNOWN'; readonly name: string };

/** An event whose type this client knows. */
export type KnownWatchEvent<T> = Exclude<RawWatchEvent<T>, { readonly type: 'UNKNOWN' }>;

export interface ApplyOptions extends CallOptions {
  /** The field manager that will own the sent fields. */
  readonly fieldManager: string;
  /** Whether to take over fields that other managers own, instead of failing with a conflict. @default false */
  readonly force?: boolean;
  /** The subresource to apply. @default - the object itself */
  readonly subresource?: 'status' | 'scale';
}

/** The result of an apply. */
export interface Applied<T> {
  readonly object: T;
  /** Whether the apply has created the object (201) instead of changing it. */
  readonly created: boolean;
}

export interface DeleteOptions extends CallOptions {
  /** Deletes the object only if it has this uid. @default - any uid */
  readonly uid?: string;
  /** Deletes the object only if it has this resource version. @default - any version */
  readonly resourceVersion?: string;
  /**
   * How dependents are deleted. Required, because the API server's default for batch/v1 would orphan the Pods of a Job.
   */
  readonly propagation: 'Background' | 'Foreground' | 'Orphan';
}

/**
 * API calls for one kind, without a cache. A failed call is not retried; a request is sent again only if the server has
 * not processed it, or if it is idempotent and the connection was lost. The compiler checks written objects;
 * `apiVersion` and `kind` are optional. `unchecked` disables the check.
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
   * Sends a POST. If the connection is lost before a response, it is not sent again, because the object may exist by
   * then.
   * @param options `isIdempotent`: send it again nevertheless; the response may then be 409 for the object that the
   *   first attempt created
   */
  create(object: TForms['create'], options?: CallOptions & { readonly isIdempotent?: boolean }): Promise<T>;
  /** Sends a PUT. If the object has a `resourceVersion`, it must be the current one. */
  update(object: TForms['update'], options?: CallOptions): Promise<T>;
  /** Sends a server-side apply (KEP-555). With `metadata.uid` it never creates a deleted object again. */
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
   * Deletes the object. Returns the object if it still exists, such as with a finalizer, and `undefined` if it is gone.
   * Errors: `API_NOT_FOUND` if it does not exist.
   */
  delete(key: ObjectKey, options: DeleteOptions): Promise<T | undefined>;
}
