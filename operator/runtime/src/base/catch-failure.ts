/** Called with an unexpected failure. */
export type OnFailure = (error: unknown) => void;

/** Handles the rejection of `work`, which the caller does not await: passes it to `failed`. */
export function catchFailure(work: Promise<unknown>, failed: OnFailure): void {
  // eslint-disable-next-line kubewright/no-unattended-promise -- this is the handler
  work.catch(failed);
}

/**
 * Waits until all of `works` have ended, even if one of them fails.
 *
 * Errors: that of the first failed promise in `works`.
 * @param failed receives each failure at once, so that the caller can stop the other works
 */
export async function waitForAll(
  works: readonly Promise<unknown>[],
  failed: OnFailure = () => undefined,
): Promise<void> {
  for (const work of works) catchFailure(work, failed);
  for (const result of await Promise.allSettled(works)) if (result.status === 'rejected') throw result.reason;
}
