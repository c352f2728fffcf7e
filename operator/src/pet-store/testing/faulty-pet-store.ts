import type { Pet } from '../client/index.ts';
import type { Fault, StoppedCall, StoreCall, StoreHooks } from './fault.ts';

export interface FaultyPetStoreOptions {
  /** `host:port`; port 0 is any free one, which later starts use again. @default '127.0.0.1:0' */
  readonly address?: string;
  /** Its pets at the start. @default - none */
  readonly pets?: readonly Pet[];
}

/** A real store on a real port whose calls a test can record, break and stop. */
export interface FaultyPetStore extends AsyncDisposable {
  /** `host:port`, the same after a restart. */
  readonly address: string;
  readonly port: number;
  /** Every call that has arrived, in order. */
  readonly calls: readonly StoreCall[];
  /** Clears the recorded calls; the count continues. */
  forgetCalls(): void;
  /** Its pets, in no order, also while it is down. Not a call. */
  pets(): readonly Pet[];
  /** Adds or replaces pets, as another client of the store would. Not a call. */
  put(...pets: readonly Pet[]): void;
  /** Removes pets, as another client of the store would. Not a call. */
  remove(...ids: readonly string[]): void;
  /** Sets the fault of calls that arrive from now on. @default - nothing */
  fault(fault?: Fault): void;
  /** Sets the callbacks for each call from now on. @default - nothing */
  hooks(hooks?: StoreHooks): void;
  /**
   * Stops call number `index` (or the next call): before it is executed, or after that and before it is answered. Each
   * stop applies to one call.
   */
  stopAt(when: 'before' | 'after', index?: number): StoppedCall;
  /** Closes all connections and refuses new ones; keeps its pets. */
  down(): Promise<void>;
  /** Accepts connections again, at the same address. */
  up(): Promise<void>;
  /** Stops, deletes all pets, and starts again. */
  restartEmpty(): Promise<void>;
}
