import type { KubeObject, ObjectMeta } from '../base/index.ts';
import type { EventStream } from './event-stream.ts';
import { neverFailed, type WatchFailures } from './watch-backoff.ts';

/** What every state contains. */
export interface WatchMemory {
  readonly failures: WatchFailures;
  /** Whether to use WatchList (KEP-3157). False after the server has shown that it does not support it. */
  readonly watchList: boolean;
  /** Whether a list of everything is too large for one response, so that it is read in pages. */
  readonly large: boolean;
  /** Whether the last list got a 410, so that only the newest state is requested. */
  readonly expired: boolean;
}

export type WatchState<T extends KubeObject> = { readonly memory: WatchMemory } &
  /** Nothing is known or, after a 410, no longer valid. Everything is listed next, with a WatchList or a list. */
  (
    | { readonly phase: 'empty' }
    /** Between two pages of a list. */
    | { readonly phase: 'listing'; readonly list: PartialList<T> }
    /** The initial objects of a WatchList are arriving; `objects` grows in place. */
    | { readonly phase: 'filling'; readonly stream: EventStream<T>; readonly objects: Map<string, T> }
    /** Everything up to `resourceVersion` has been emitted; no stream is open. */
    | { readonly phase: 'listed'; readonly resourceVersion: string }
    /**
     * All events up to `resourceVersion` have been emitted, but nothing was read for a while, so the server may have
     * been restored from a backup.
     */
    | { readonly phase: 'resuming'; readonly resourceVersion: string }
    | { readonly phase: 'watching'; readonly resourceVersion: string; readonly stream: EventStream<T> }
    | { readonly phase: 'waiting'; readonly delayMs: number; readonly then: WatchState<T> }
  );

export type StateIn<T extends KubeObject, Phase extends WatchState<T>['phase']> = Extract<
  WatchState<T>,
  { readonly phase: Phase }
>;

/** The pages of a list that have arrived so far. */
export interface PartialList<T> {
  /** The requested resource version: `0` for the watch cache, empty for the newest state. */
  readonly from: string;
  /** When the first page was requested, in monotonic milliseconds. */
  readonly askedAt?: number;
  readonly pages: readonly (readonly T[])[];
  /** Absent before the first page. */
  readonly continueToken?: string;
  /** Objects per page. */
  readonly limit: number;
  /** Number of pages of that size that have arrived. @default 0 */
  readonly steady?: number;
}

/** The next state, and the event to emit, if there is one. */
export type Step<T extends KubeObject> = readonly [state: WatchState<T>, event?: WatchEvent<T>];

export function createStart<T extends KubeObject>(watchList: boolean): WatchState<T> {
  return { phase: 'empty', memory: { failures: neverFailed, watchList, large: false, expired: false } };
}

/** Resets earlier failures after a sync, except those of a server that returns 410 right after a list. */
export function resetAfterSync(memory: WatchMemory): WatchMemory {
  return { ...memory, failures: { ...neverFailed, expired: memory.failures.expired }, expired: false };
}

/** The events of a watch, in the order of the server. */
export type WatchEvent<T> =
  /** The complete list of objects; all others are deleted. Sent first, and again after the watch has expired. */
  | {
      readonly type: 'replaced';
      readonly items: readonly T[];
      readonly resourceVersion: string;
      /**
       * When the list was requested, in monotonic milliseconds: it contains all writes from before that. If its
       * resource version is older than one that the server sent before that time, the server was restored from a
       * backup. @default - the list is from the API server's watch cache, and may be old
       */
      readonly asOf?: number;
    }
  /** An object was created or changed. `managedFields` are those that the API server sent, which `object` may lack. */
  | { readonly type: 'applied'; readonly object: T; readonly managedFields?: ObjectMeta['managedFields'] }
  /** An object was deleted, or left the selection. */
  | { readonly type: 'deleted'; readonly object: T }
  /** Nothing has changed; all events up to `resourceVersion` have been sent. */
  | { readonly type: 'bookmark'; readonly resourceVersion: string };
