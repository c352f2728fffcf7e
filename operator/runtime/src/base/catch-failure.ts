/** Called with an unexpected failure. */
export type OnFailure = (error: unknown) => void;

/**
 * Runs `work` without a caller that awaits it. Passes its rejection to `failed`, so that every promise has a handler.
 */
export function catchFailure(work: Promise<unknown>, failed: OnFailure): void {
  // eslint-disable-next-line kubewright/no-unattended-promise -- this is the handler
  work.catch(failed);
}

/**
 * Waits until all of `works` have ended, even if one of them fails.
 *
 * @param failed receives each failure at once, so that the caller can stop the others
 * Errors: that of the first failed one in `works`.
 */
export async function waitForAll(
  works: readonly Promise<unknown>[],
  failed: OnFailure = () => undefined,
): Promise<void> {
  for (const work of works) catchFailure(work, failed);
  for (const result of await Promise.allSettled(works)) if (result.status === 'rejected') throw result.reason;
}
