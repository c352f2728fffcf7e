import { isRecord, parseExactly } from '../base/index.ts';

/** Thrown for a body that is not a review as API servers send it. */
export class MalformedReviewError extends Error {
  override readonly name = 'MalformedReviewError';
}

export type Json = Readonly<Record<string, unknown>>;

/**
 * Returns `request` of the review in `body`. Errors: `MalformedReviewError` with the reason, also if the review has
 * another type.
 */
export function parseReviewRequest(
  body: string,
  { apiVersion, kind }: Readonly<Record<'apiVersion' | 'kind', string>>,
): Json {
  const review = getMap(parseBody(body), 'the body');
  if (review['apiVersion'] !== apiVersion || review['kind'] !== kind)
    throw new MalformedReviewError(`the body is not of kind ${kind} of ${apiVersion}`);
  return getMap(review['request'], 'request');
}

/** Returns the result of `read`, or the `MalformedReviewError` that it throws. Errors: any other error of `read`. */
export function tryRead<T>(read: (body: string) => T, body: string): T | MalformedReviewError {
  try {
    return read(body);
  } catch (error) {
    if (error instanceof MalformedReviewError) return error;
    throw error;
  }
}

/**
 * Returns `value` as a map. Errors: `MalformedReviewError` if it is not one.
 * @param what names the value in the error
 */
export function getMap(value: unknown, what: string): Json {
  if (isRecord(value)) return value;
  throw new MalformedReviewError(`${what} is not an object`);
}

/**
 * Returns `value` as a string. Errors: `MalformedReviewError` if it is not a string, or empty.
 * @param what names the value in the error
 */
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
