import type { Clock } from '@kubewright/runtime/internal/base';
import type { ServedKind } from './served/served-kind.ts';
import type { Store } from './store.ts';

/** The state of a server. */
export interface ServerState {
  readonly store: Store;
  readonly clock: Clock;
  /** All that is served; grows when an API is installed. */
  readonly kinds: readonly ServedKind[];
  /** Whether a watch may begin with the existing objects (WatchList). KEP-3157. */
  readonly watchList: boolean;
  /** The field manager of requests that name none. */
  readonly defaultManager: string;
  /** The next number of a counter: for uids and generated names. */
  next(): number;
}
