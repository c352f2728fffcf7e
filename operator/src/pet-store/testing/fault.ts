/** A method of the contract. */
export type PetStoreMethod = 'AddPets' | 'UpdatePets' | 'DeletePets' | 'SearchPets' | 'ChangeSampler';

/** One call that reached the store. */
export interface StoreCall {
  /** Which one it is, from 0, counted over all methods and restarts. */
  readonly index: number;
  readonly method: PetStoreMethod;
  /** The request in the JSON form of the contract: `{ pets: [{ name: 'Thor', type: 'PTCanine', birthday: {…} }] }`. */
  readonly request: unknown;
}

/** Answers that no store may give. */
export type Garbage =
  /** AddPets: one id too few; SearchPets: each pet twice. */
  | 'wrong-count'
  /** AddPets and SearchPets: an empty id. */
  | 'empty-id'
  /** SearchPets: a type that the contract does not know. */
  | 'unknown-type'
  /** SearchPets: the 30th of February. */
  | 'impossible-date';

/** What goes wrong with calls. */
export type Fault = {
  /** The methods that it concerns. @default - all */
  readonly methods?: readonly PetStoreMethod[];
} & (
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Nothing is done, and no answer comes, until the client leaves. */
  | { readonly kind: 'hanging' }
  /** Nothing is done; the answer is this status. */
  | {
      readonly kind: 'failing';
      readonly code: 'INTERNAL' | 'INVALID_ARGUMENT' | 'UNAVAILABLE';
      readonly message: string;
    }
  /** It is done, and the answer is garbage. */
  | { readonly kind: 'garbage'; readonly what: Garbage }
  /** A stream ends after so many pets: with INTERNAL, or because the connection breaks. */
  | { readonly kind: 'mid-stream'; readonly afterPets: number; readonly how: 'status' | 'connection' }
);

/** What a test does at each call. The call waits for it. */
export interface StoreHooks {
  /** The store has the request and has done nothing. */
  before?(call: StoreCall): Promise<void> | void;
  /** The store has done it and has not answered. Of a search: it has found the pets and not sent one. */
  after?(call: StoreCall): Promise<void> | void;
}

/** A call that is held. */
export interface StoppedCall {
  /** Resolves when the call is there. */
  readonly reached: Promise<StoreCall>;
  /** Lets it go on. Without that it waits until the client leaves. */
  release(): void;
}
