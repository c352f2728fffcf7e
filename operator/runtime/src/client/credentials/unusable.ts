import { messageOf, OperatorError } from '../../base/index.ts';

/** What is wrong with a kubeconfig. `invalid` says at which step it was found. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

/** @param what completes "failed to ..." @param why an error, or the reason in words */
export function invalid(what: string, why: unknown): OperatorError {
  const cause = why instanceof Error ? { cause: why } : {};
  return new OperatorError('CREDENTIALS_INVALID', `${what} (${messageOf(why)})`, cause);
}
