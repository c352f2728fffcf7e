import type { Pet } from '../client/index.ts';
import type { Fault, StoppedCall, StoreCall, StoreHooks } from './fault.ts';

export interface FaultyPetStoreOptions {
  /** `host:port`; port 0 is any free one, kept over restarts. @default '127.0.0.1:0' */
  readonly address?: string;
  /** Pets that it holds from the beginning. @default - none */
  readonly pets?: readonly Pet[];
}

/** A real store on a real port that a test can break, and whose calls it can count and stop. */
export interface FaultyPetStore extends AsyncDisposable {
  /** `host:port`: the same one over all restarts. */
  readonly address: string;
  readonly port: number;
  /** Every call that reached it, in their order. */
  readonly calls: readonly StoreCall[];
  /** Forgets the calls so far; their numbers go on. */
  forgetCalls(): void;
  /** What it holds, in no order, also while it is down. Not a call. */
  pets(): readonly Pet[];
  /** Somebody else adds pets, or changes those that have these ids. Not a call. */
  put(...pets: readonly Pet[]): void;
  /** Somebody else removes pets. Not a call. */
  remove(...ids: readonly string[]): void;
  /** What goes wrong from now on, for calls that arrive from now on. @default - nothing */
  fault(fault?: Fault): void;
  /** What the test does at each call from now on. @default - nothing */
  hooks(hooks?: StoreHooks): void;
  /**
   * Holds the caller at call number `index` (or at the next one): before it is done, or after it is done and before it is
   * answered. Each call stops once.
   */
  stopAt(when: 'before' | 'after', index?: number): StoppedCall;
  /** Breaks all connections and refuses new ones; keeps its pets. */
  down(): Promise<void>;
  /** Is there again, at the same address. */
  up(): Promise<void>;
  /** Goes down, forgets all pets, and comes up. */
  restartEmpty(): Promise<void>;
}
