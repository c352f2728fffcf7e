/** Called with an unexpected failure. */
export type OnFailure = (error: unknown) => void;

/**
 * Lets `work` run though nobody waits for it. What it rejects with goes to `failed`: no promise is without a handler.
 */
export function catchFailure(work: Promise<unknown>, failed: OnFailure): void {
  // eslint-disable-next-line kubewright/no-unattended-promise -- this is the handler
  work.catch(failed);
}

/**
 * Waits until all of `works` have ended, even if one of them fails.
 *
 * @param failed called with each failure at once, so that the caller can end the others
 * Errors: that of the first in `works` that failed.
 */
export async function waitForAll(
  works: readonly Promise<unknown>[],
  failed: OnFailure = () => undefined,
): Promise<void> {
  for (const work of works) catchFailure(work, failed);
  for (const result of await Promise.allSettled(works)) if (result.status === 'rejected') throw result.reason;
}
