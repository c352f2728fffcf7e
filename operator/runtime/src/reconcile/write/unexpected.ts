import { type ErrorCode, isOperatorError, getMessage, hideSecrets } from '../../base/index.ts';

/**
 * Codes of errors that controllers do not cause and that end without a change: they are retried, and not reported in
 * the status.
 */
const expected: ReadonlySet<ErrorCode> = new Set([
  ...(['API_CONFLICT', 'STALE', 'OWNER_DELETED'] as const),
  ...(['NOT_LEADER', 'STOPPED'] as const),
  ...(['API_UNAVAILABLE', 'API_UNAUTHORIZED', 'API_EXPIRED'] as const),
]);

/** Maximum number of causes to check: a circular chain would never end. */
const longestChain = 8;

/**
 * Whether an error of a reconcile is unexpected, so that it is reported. Expected are a conflict, a change during the
 * reconcile, the end of the term, and an API server that does not respond, also as the cause of an author's error.
 */
export function isUnexpected(error: unknown, depth: number = longestChain): boolean {
  if (isOperatorError(error)) return !expected.has(error.code);
  if (!(error instanceof Error) || error.cause === undefined || depth === 1) return true;
  return isUnexpected(error.cause, depth - 1);
}

/** Maximum length of a message in characters, so that it is readable in a table. */
const longestWords = 512;

/**
 * Number of characters that are searched for secrets. A word that starts within them is searched as a whole, so that no
 * part of a secret is missed.
 */
const lookedAt = 2048;

/** Characters that move the cursor, set a colour, or change the text direction. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** Formats the message of an error for a status: its first line, shortened and without possible secrets. */
export function formatStatusMessage(error: unknown): string {
  const [line = ''] = getMessage(error).trim().split(/\r?\n/, 1);
  const words = hideSecrets(shorten(line.replaceAll(unprintable, ' ').trim()));
  if (words === '') return error instanceof Error ? error.name : 'the thrown value has no message';
  return (words.length <= longestWords ? words : `${words.slice(0, longestWords - 1)}…`).toWellFormed();
}

function shorten(line: string): string {
  const end = line.indexOf(' ', lookedAt);
  return end === -1 ? line : `${line.slice(0, end)} …`;
}

/** The parts of a message that vary between attempts for the same error: identifiers, addresses, times. */
const varying = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8,}|\d+/gi;

/** Removes the varying parts of a message, so that the results are equal for the same error. */
export function computeErrorFingerprint(words: string): string {
  return words.replaceAll(varying, '#');
}
