/** What a watch emits, in the order in which it happened on the server. */
export type WatchEvent<T> =
  /** All objects there are; those that are not among them are deleted. First, and again after the watch expired. */
  | {
      readonly type: 'replaced';
      readonly items: readonly T[];
      readonly resourceVersion: string;
      /**
       * Monotonic time: what the server had done by then is in it. A resource version older than one sent
       * before then shows that the server was set back. @default - it is what the server had at hand, and may be old
       */
      readonly asOf?: number;
    }
  /** An object was created or changed. */
  | { readonly type: 'applied'; readonly object: T }
  /** An object was deleted, or left the selection. */
  | { readonly type: 'deleted'; readonly object: T }
  /** Nothing happened; everything up to `resourceVersion` has been sent. */
  | { readonly type: 'bookmark'; readonly resourceVersion: string };
