import type { KubeObject } from '../base/index.ts';
import type { EventStream } from './event-stream.ts';
import { neverFailed, type WatchFailures } from './watch-backoff.ts';
import type { WatchEvent } from './watch-event.ts';

/** What every state carries along. */
export interface WatchMemory {
  readonly failures: WatchFailures;
  /** Whether WatchList is still tried, or the server has shown that it does not know it. KEP-3157. */
  readonly watchList: boolean;
  /** A list of everything is too large to be asked for in one answer: it is asked for in pages. */
  readonly large: boolean;
  /** The server had forgotten the resource version that we had last: only its newest state will do. */
  readonly expired: boolean;
}

/** Where a watch is. */
export type WatchState<T extends KubeObject> = { readonly memory: WatchMemory } &
  /** Nothing is known, or (after a 410) no longer usable: everything is listed next, by a WatchList or a list. */
  (
    | { readonly phase: 'empty' }
    /** Between two pages of a list. */
    | { readonly phase: 'listing'; readonly list: PartialList<T> }
    /** The initial objects of a WatchList are arriving; `objects` grows in place. */
    | { readonly phase: 'filling'; readonly stream: EventStream<T>; readonly objects: Map<string, T> }
    /** Everything up to `resourceVersion` has been emitted; no stream is open. */
    | { readonly phase: 'listed'; readonly resourceVersion: string }
    /** As "listed", but nothing was read for a while: the server may have been set back to a backup. */
    | { readonly phase: 'resuming'; readonly resourceVersion: string }
    | { readonly phase: 'watching'; readonly resourceVersion: string; readonly stream: EventStream<T> }
    | { readonly phase: 'waiting'; readonly delayMs: number; readonly then: WatchState<T> }
  );

export type StateIn<T extends KubeObject, Phase extends WatchState<T>['phase']> = Extract<
  WatchState<T>,
  { readonly phase: Phase }
>;

/** The pages of a list that have arrived. */
export interface PartialList<T> {
  /** What the list was asked for: `0` for what the server has at hand, empty for the newest. */
  readonly from: string;
  /** Monotonic time at which the first page was asked for. */
  readonly askedAt?: number;
  readonly pages: readonly (readonly T[])[];
  /** Absent before the first page. */
  readonly continueToken?: string;
  /** Objects per page. */
  readonly limit: number;
  /** How many pages of that size have arrived. @default 0 */
  readonly steady?: number;
}

/** The next state, and the event to emit, if any. */
export type Step<T extends KubeObject> = readonly [state: WatchState<T>, event?: WatchEvent<T>];

export function startOf<T extends KubeObject>(watchList: boolean): WatchState<T> {
  return { phase: 'empty', memory: { failures: neverFailed, watchList, large: false, expired: false } };
}

/** A sync ends the failures before it; but not those of a server that forgets what it has just sent. */
export function afterSync(memory: WatchMemory): WatchMemory {
  return { ...memory, failures: { ...neverFailed, expired: memory.failures.expired }, expired: false };
}
