/** A method of the contract. */
export type PetStoreMethod = 'AddPets' | 'UpdatePets' | 'DeletePets' | 'SearchPets' | 'ChangeSampler';

/** One call that reached the store. */
export interface StoreCall {
  /** The index of the call, from 0, counted over all methods and restarts. */
  readonly index: number;
  readonly method: PetStoreMethod;
  /** The request in the JSON form of the contract: `{ pets: [{ name: 'Thor', type: 'PTCanine', birthday: {…} }] }`. */
  readonly request: unknown;
}

/** How a response is invalid. */
export type Garbage =
  /** AddPets returns one id too few; SearchPets returns each pet twice. */
  | 'wrong-count'
  /** AddPets and SearchPets return an empty id. */
  | 'empty-id'
  /** SearchPets returns a type that the contract does not know. */
  | 'unknown-type'
  /** SearchPets returns the 30th of February as a birthday. */
  | 'impossible-date';

/** How calls fail. */
export type Fault = {
  /** The methods with the fault. @default - all */
  readonly methods?: readonly PetStoreMethod[];
} & (
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** The store executes nothing and does not answer until the client disconnects. */
  | { readonly kind: 'hanging' }
  /** The store executes nothing and answers with this status. */
  | {
      readonly kind: 'failing';
      readonly code: 'INTERNAL' | 'INVALID_ARGUMENT' | 'UNAVAILABLE';
      readonly message: string;
    }
  /** The store executes the call and answers with garbage. */
  | { readonly kind: 'garbage'; readonly what: Garbage }
  /** A stream ends after this many pets: with INTERNAL, or because the connection is closed. */
  | { readonly kind: 'mid-stream'; readonly afterPets: number; readonly how: 'status' | 'connection' }
);

/** Callbacks of a test for each call. The store waits for them before it continues. */
export interface StoreHooks {
  /** Called when the store has received the request, and before it executes it. */
  before?(call: StoreCall): Promise<void> | void;
  /**
   * Called when the store has executed the request, and before it responds. A search has found its pets, and sent none.
   */
  after?(call: StoreCall): Promise<void> | void;
}

/** A call that the store holds until the test releases it. */
export interface StoppedCall {
  /** Resolves when the call has arrived. */
  readonly reached: Promise<StoreCall>;
  /** Lets the call continue. Without it, the call waits until the client disconnects. */
  release(): void;
}
