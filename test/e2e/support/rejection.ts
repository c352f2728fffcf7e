import { isApiError } from '../../../operator/runtime/src/client/index.ts';

/** The message with which the API server rejects a write as invalid. Throws if it accepts the write. */
export async function getRejectionMessage(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isApiError(error, 422)) throw new Error('the API server did not reject the write as invalid', { cause: error });
  return error.serverMessage;
}
