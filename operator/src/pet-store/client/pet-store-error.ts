/** Why a call to a pet store failed. */
export const petStoreReasons = {
  /**
   * The store is down, refuses the connection, does not answer within the deadline, or fails internally. Retry later.
   */
  Unavailable: 'the pet store does not answer',
  /** The store rejects the request itself. A retry fails again. */
  Invalid: 'the pet store rejects the request',
  /** An update names a pet that the store does not have. */
  NotFound: 'the pet store does not have this pet',
  /** The store returns an invalid response: a wrong number of ids, an unknown type, a day that does not exist. */
  Garbage: 'the pet store returned an invalid response',
} as const;

/** The reason of a failed call, for code that distinguishes reasons. */
export type PetStoreReason = keyof typeof petStoreReasons;

/**
 * The only error that the client throws. Its message may be shown in a status: it is one sentence per reason, without
 * addresses, ids or times; for `Invalid` and `Garbage`, the detail follows. The same failure always has the same
 * message. Everything else is in `cause`.
 */
export class PetStoreError extends Error {
  override readonly name: string = 'PetStoreError';
  readonly reason: PetStoreReason;

  /** @param details.detail what exactly is wrong; it is appended to the message */
  constructor(reason: PetStoreReason, details: { readonly detail?: string; readonly cause?: unknown } = {}) {
    const { detail, cause } = details;
    const sentence = petStoreReasons[reason];
    super(detail === undefined ? sentence : `${sentence}: ${detail}`, cause === undefined ? {} : { cause });
    this.reason = reason;
  }
}

/** Whether `error` comes from the client of a pet store, with `reason` if that is given. */
export function isPetStoreError(error: unknown, reason?: PetStoreReason): error is PetStoreError {
  return error instanceof PetStoreError && (reason === undefined || error.reason === reason);
}
