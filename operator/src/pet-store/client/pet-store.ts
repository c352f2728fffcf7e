import type { NewPet, Pet, PetFilter } from '../pet.ts';

/** Options of one call. */
export interface PetStoreCall {
  /** Aborts the call; it then rejects with the signal's reason. Whether the store has executed it is unknown. */
  readonly signal?: AbortSignal;
  /** Overrides the connection's deadline, in milliseconds. */
  readonly deadlineMs?: number;
}

/**
 * A store of pets in another process.
 *
 * Guarantees: all calls share one channel; each has a deadline; a response is validated before it is returned. After an
 * outage the next call connects again: the client never retries or backs off.
 *
 * Throws: `PetStoreError`, or the reason of the call's signal once that has aborted. After `Unavailable` and `Garbage`
 * it is unknown whether the store has carried the call out.
 */
export interface PetStore extends AsyncDisposable {
  /**
   * Adds pets, all of them or none.
   *
   * @returns their ids, in the same order
   */
  add(pets: readonly NewPet[], call?: PetStoreCall): Promise<readonly string[]>;
  /**
   * Sets name, type and birthday of the pets with these ids, all of them or none. Throws `NotFound` if the store does
   * not have one of them.
   */
  update(pets: readonly Pet[], call?: PetStoreCall): Promise<void>;
  /** Removes the pets with these ids. Missing ones are ignored. */
  delete(ids: readonly string[], call?: PetStoreCall): Promise<void>;
  /**
   * The pets that match `filter`, in any order. Either all of them or an error: a stream that breaks is never treated
   * as complete.
   *
   * @default filter all pets
   */
  search(filter?: PetFilter, call?: PetStoreCall): Promise<readonly Pet[]>;
  /** Ends running calls as `Unavailable`, and closes the channel. Calls made afterwards are `Unavailable`. */
  close(): Promise<void>;
}

/** The address of a store, and the limits of its responses. */
export interface PetStoreConnection {
  /** `host:port` of a gRPC server, for example `petstore-service.petstore.svc.cluster.local:6742`. */
  readonly address: string;
  /** Use TLS; `true` trusts the certificate authorities of the machine. @default - plain text */
  readonly tls?: true | PetStoreTls;
  /** The deadline of a call, in milliseconds from its start. @default 5000 */
  readonly deadlineMs?: number;
  /** More pets than this in one response are an error (`Garbage`), so that memory is bounded. @default 250000 */
  readonly maxPets?: number;
}

/** The TLS settings; each is the text of a PEM file. */
export interface PetStoreTls {
  /** Certificate authorities to trust. @default - those of the machine */
  readonly ca?: string;
  /** The client's certificate, if the store requires one. */
  readonly cert?: string;
  /** Private key of `cert`. */
  readonly key?: string;
  /** The name that the store's certificate has to contain. @default - the host of the address */
  readonly serverName?: string;
}
