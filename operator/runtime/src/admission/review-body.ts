import { isRecord, parseExactly } from '../base/index.ts';

/** The body is not a review that an API server sends. */
export class MalformedReviewError extends Error {
  override readonly name = 'MalformedReviewError';
}

export type Json = Readonly<Record<string, unknown>>;

/** The `request` of a review body of this type. Errors: `MalformedReviewError` with the reason. */
export function parseReviewRequest(
  body: string,
  { apiVersion, kind }: Readonly<Record<'apiVersion' | 'kind', string>>,
): Json {
  const review = getMap(parseBody(body), 'the body');
  if (review['apiVersion'] !== apiVersion || review['kind'] !== kind)
    throw new MalformedReviewError(`the body is not of kind ${kind} of ${apiVersion}`);
  return getMap(review['request'], 'request');
}

/** The result of `read`, or what is malformed in the body. Errors: what `read` throws except `MalformedReviewError`. */
export function tryRead<T>(read: (body: string) => T, body: string): T | MalformedReviewError {
  try {
    return read(body);
  } catch (error) {
    if (error instanceof MalformedReviewError) return error;
    throw error;
  }
}

/** Errors: `MalformedReviewError` if it is not a map. @param what names the value */
export function getMap(value: unknown, what: string): Json {
  if (isRecord(value)) return value;
  throw new MalformedReviewError(`${what} is not an object`);
}

/** Errors: `MalformedReviewError` if it is not a string, or empty. @param what names the value */
export function getText(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new MalformedReviewError(`${what} is absent`);
}

function parseBody(body: string): unknown {
  try {
    return parseExactly(body);
  } catch (cause) {
    throw new MalformedReviewError('the body is not JSON', { cause });
  }
}
