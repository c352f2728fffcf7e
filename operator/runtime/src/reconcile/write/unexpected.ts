import { type ErrorCode, isOperatorError, getMessage, hideSecrets } from '../../base/index.ts';

/**
 * Errors that no controller causes and that end by themselves: they are tried again, and not reported in the status.
 */
const expected: ReadonlySet<ErrorCode> = new Set([
  ...(['API_CONFLICT', 'STALE', 'OWNER_DELETED'] as const),
  ...(['NOT_LEADER', 'STOPPED'] as const),
  ...(['API_UNAVAILABLE', 'API_UNAUTHORIZED', 'API_EXPIRED'] as const),
]);

/** Causes further down are not checked: a circular chain would never end. */
const longestChain = 8;

/**
 * Whether `error` of a reconcile is unexpected, and so reported: anything but a conflict, a change meanwhile, the end
 * of the term, or an API server that does not answer; these also as the cause of an error of the author's.
 */
export function isUnexpected(error: unknown, depth: number = longestChain): boolean {
  if (isOperatorError(error)) return !expected.has(error.code);
  if (!(error instanceof Error) || error.cause === undefined || depth === 1) return true;
  return isUnexpected(error.cause, depth - 1);
}

/** As long as people can read in a table. */
const longestWords = 512;

/**
 * Only the words that begin within so many characters are searched for secrets, and only whole words, so that no part
 * of one is missed.
 */
const lookedAt = 2048;

/** What moves the cursor, sets a colour, or changes the direction of the text. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** The message of an error for a status: the first line, without what looks like a secret, and of bounded length. */
export function formatStatusMessage(error: unknown): string {
  const [line = ''] = getMessage(error).trim().split(/\r?\n/, 1);
  const words = hideSecrets(shorten(line.replaceAll(unprintable, ' ').trim()));
  if (words === '') return error instanceof Error ? error.name : 'what was thrown says nothing';
  return (words.length <= longestWords ? words : `${words.slice(0, longestWords - 1)}…`).toWellFormed();
}

function shorten(line: string): string {
  const end = line.indexOf(' ', lookedAt);
  return end === -1 ? line : `${line.slice(0, end)} …`;
}

/** The parts of a message that vary from try to try for the same error: identifiers, addresses, times. */
const varying = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8,}|\d+/gi;

/** The message without the parts that vary from try to try: equal for the same error. */
export function computeErrorFingerprint(words: string): string {
  return words.replaceAll(varying, '#');
}
