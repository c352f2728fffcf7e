import type { NewPet, Pet, PetFilter } from '../pet.ts';

/** Options of one call. */
export interface PetStoreCall {
  /** Aborts the call, which then rejects with the signal's reason. The store may or may not have executed it. */
  readonly signal?: AbortSignal;
}

/**
 * A pet store in another process.
 *
 * Guarantees: all calls share one channel; each has a deadline; a response is validated before it is returned. After an
 * outage, the next call connects again: the client itself never retries or backs off.
 *
 * Throws: `PetStoreError`, or the reason of the call's signal once that has aborted. After `Unavailable` and `Garbage`,
 * the store may or may not have executed the call.
 */
export interface PetStore extends AsyncDisposable {
  /**
   * Adds all pets, or none.
   *
   * @returns their ids, in the same order
   */
  add(pets: readonly NewPet[], call?: PetStoreCall): Promise<readonly string[]>;
  /**
   * Sets name, type and birthday of all pets with these ids, or of none. Throws `NotFound` if the store does not have
   * one of them.
   */
  update(pets: readonly Pet[], call?: PetStoreCall): Promise<void>;
  /** Deletes the pets with these ids. Ignores unknown ids. */
  delete(ids: readonly string[], call?: PetStoreCall): Promise<void>;
  /**
   * All pets that match `filter`, in any order. Rejects if the stream breaks: an incomplete result is never returned.
   *
   * @param filter default: all pets
   */
  search(filter?: PetFilter, call?: PetStoreCall): Promise<readonly Pet[]>;
  /** Closes the channel. Running and later calls reject with `Unavailable`. */
  close(): Promise<void>;
}

/** The address of a store, and the limits of its responses. */
export interface PetStoreConnection {
  /** `host:port` of a gRPC server, for example `petstore-service.petstore.svc.cluster.local:6742`. */
  readonly address: string;
  /**
   * The TLS settings; `true` trusts the certificate authorities of the machine. A function is called for each
   * connection, because certificates rotate. @default - plain text
   */
  readonly tls?: true | PetStoreTls | (() => Promise<PetStoreTls>);
  /** The deadline of a call, in milliseconds from its start. @default 5000 */
  readonly deadlineMs?: number;
}

export interface PetStoreTls {
  /** Certificate authorities to trust, as the text of a PEM file. */
  readonly ca: string;
}
