import type { Clock } from '@kubewright/runtime/internal/base';
import type { ServedKind } from './served/served-kind.ts';
import type { Store } from './store.ts';

/** What every request works on. */
export interface ServerState {
  readonly store: Store;
  readonly clock: Clock;
  /** All that is served; grows when an API is installed. */
  readonly kinds: readonly ServedKind[];
  /** Whether a watch may begin with the objects that there are. KEP-3157. */
  readonly watchList: boolean;
  /** The field manager of who names none. */
  readonly defaultManager: string;
  /** The next of a series that never repeats: for uids and generated names. */
  next(): number;
}
