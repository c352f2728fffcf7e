import { isRecord, parseExactly } from '../base/index.ts';

/** The body is no review that an API server sends. */
export class NoReview extends Error {
  override readonly name = 'NoReview';
}

export type Json = Readonly<Record<string, unknown>>;

/** `request` in the body of a review of this type. Errors: `NoReview` for anything else, with what is wrong. */
export function reviewRequestIn(
  body: string,
  { apiVersion, kind }: Readonly<Record<'apiVersion' | 'kind', string>>,
): Json {
  const review = mapIn(parsed(body), 'the body');
  if (review['apiVersion'] !== apiVersion || review['kind'] !== kind)
    throw new NoReview(`the body is no ${kind} of ${apiVersion}`);
  return mapIn(review['request'], 'request');
}

/** What `read` reads of a body, or what is wrong with it. Errors: what `read` throws beside `NoReview`. */
export function tryRead<T>(read: (body: string) => T, body: string): T | NoReview {
  try {
    return read(body);
  } catch (error) {
    if (error instanceof NoReview) return error;
    throw error;
  }
}

/** Errors: `NoReview` for what is no map. @param what names the value */
export function mapIn(value: unknown, what: string): Json {
  if (isRecord(value)) return value;
  throw new NoReview(`${what} is no object`);
}

/** Errors: `NoReview` for what is no text, and for one that is empty. @param what names the value */
export function textIn(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new NoReview(`${what} is absent`);
}

function parsed(body: string): unknown {
  try {
    return parseExactly(body);
  } catch (cause) {
    throw new NoReview('the body is no JSON', { cause });
  }
}
