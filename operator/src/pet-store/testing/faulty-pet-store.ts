import type { Pet } from '../client/index.ts';
import type { Fault, StoppedCall, StoreCall, StoreHooks } from './fault.ts';

export interface FaultyPetStoreOptions {
  /** The address as `host:port`; port 0 means any free port, which later starts use again. @default '127.0.0.1:0' */
  readonly address?: string;
  /** The pets at the start. @default - none */
  readonly pets?: readonly Pet[];
}

/** A real store on a real port. A test can record its calls, make them fail, and stop them. */
export interface FaultyPetStore extends AsyncDisposable {
  /** The address as `host:port`, the same after a restart. */
  readonly address: string;
  readonly port: number;
  /** All calls that have arrived, in order. */
  readonly calls: readonly StoreCall[];
  /** Clears the recorded calls. The index of calls continues. */
  forgetCalls(): void;
  /** Returns the pets, in any order, even while the store is down. Not recorded as a call. */
  pets(): readonly Pet[];
  /** Adds or replaces pets, as another client of the store would. Not recorded as a call. */
  put(...pets: readonly Pet[]): void;
  /** Deletes pets, as another client of the store would. Not recorded as a call. */
  remove(...ids: readonly string[]): void;
  /** Sets the fault of all calls that arrive from now on. @default - no fault */
  fault(fault?: Fault): void;
  /** Sets the callbacks for all calls from now on. @default - none */
  hooks(hooks?: StoreHooks): void;
  /**
   * Stops the call with this index (or the next call): before it is executed, or after that and before the response.
   * Each stop applies to one call.
   */
  stopAt(when: 'before' | 'after', index?: number): StoppedCall;
  /** Closes all connections and refuses new ones; keeps the pets. */
  down(): Promise<void>;
  /** Accepts connections again, at the same address. */
  up(): Promise<void>;
  /** Stops, deletes all pets, and starts again. */
  restartEmpty(): Promise<void>;
}
