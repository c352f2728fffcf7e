import { isApiError } from '../../../operator/runtime/src/client/index.ts';

/** What the API server says against a write that it refuses as invalid, in its own words. */
export async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isApiError(error, 422)) throw new Error('it was not refused as invalid', { cause: error });
  return error.serverMessage;
}
