/** What a watch tells, in the order in which it happened on the server. */
export type WatchEvent<T> =
  /** All objects there are; those that are not among them are gone. First, and again after the watch expired. */
  | { readonly type: 'replaced'; readonly items: readonly T[]; readonly resourceVersion: string }
  /** An object was made or changed. */
  | { readonly type: 'applied'; readonly object: T }
  /** An object was deleted, or left the selection. */
  | { readonly type: 'deleted'; readonly object: T }
  /** Nothing happened; everything up to `resourceVersion` has been told. */
  | { readonly type: 'bookmark'; readonly resourceVersion: string };
