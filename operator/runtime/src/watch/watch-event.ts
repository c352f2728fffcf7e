/** What a watch emits, in the order of the server. */
export type WatchEvent<T> =
  /** All existing objects; any others are deleted. First, and again after the watch expired. */
  | {
      readonly type: 'replaced';
      readonly items: readonly T[];
      readonly resourceVersion: string;
      /**
       * Monotonic time: the list contains what the server had done by then. A resource version older than one sent
       * before then shows that the server was restored from a backup. @default - the list is from the watch cache, and
       * may be old
       */
      readonly asOf?: number;
    }
  /** An object was created or changed. */
  | { readonly type: 'applied'; readonly object: T }
  /** An object was deleted, or left the selection. */
  | { readonly type: 'deleted'; readonly object: T }
  /** Nothing happened; everything up to `resourceVersion` has been sent. */
  | { readonly type: 'bookmark'; readonly resourceVersion: string };
