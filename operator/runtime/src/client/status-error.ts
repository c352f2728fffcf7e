import { type ErrorCode, isRecord, type ObjectKey, OperatorError, redacted } from '../base/index.ts';
import { isHtml, describeText } from './describe-text.ts';

/** One cause in a `metav1.Status`: an invalid field and its error. */
export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/** The API server's error response. https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/ */
export interface Status {
  readonly kind: 'Status';
  readonly status?: 'Success' | 'Failure';
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly StatusCause[]; readonly retryAfterSeconds?: number };
}

/** What is known about a failed call. */
interface FailedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfterMs?: number;
  readonly object?: ObjectKey;
  /** The kind of `object`. */
  readonly kind?: string;
  readonly cause?: unknown;
}

/**
 * The API server's error response to one call. Guarantees: messages omit objects that the API server repeats, so that
 * logs, statuses, events and spans never contain one (`withoutRepeated`).
 */
export class ApiError extends OperatorError {
  override readonly name = 'ApiError';
  /** The kind of `object`: `Deployment`. */
  readonly kind: string | undefined;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The API server's reason: `Invalid`, `Conflict`, `NotFound`, ... */
  readonly reason: string;
  /** The API server's message, with `[redacted]` in place of an object that it repeats. */
  readonly serverMessage: string;
  readonly causes: readonly StatusCause[];
  /** The wait in milliseconds that the API server requests before a retry; `undefined` if it requests none. */
  readonly retryAfterMs: number | undefined;

  /** @param what completes "failed to ..." */
  constructor(what: string, answer: FailedAnswer) {
    const status = tryParseStatus(answer.body);
    const serverMessage = getStatusMessage(answer);
    const { object, cause } = answer;
    super(resolveCode(answer.status, status, serverMessage), what, {
      ...(object && { object }),
      cause,
      hint: serverMessage,
    });
    this.kind = answer.kind;
    this.status = answer.status;
    this.serverMessage = serverMessage;
    this.reason = status?.reason ?? '';
    this.causes = status?.details?.causes ?? [];
    this.retryAfterMs = toMilliseconds(status?.details?.retryAfterSeconds) ?? answer.retryAfterMs;
  }
}

function getStatusMessage({ status, body }: { readonly status: number; readonly body: unknown }): string {
  const code = `HTTP ${String(status)}`;
  if (typeof body === 'string') return isHtml(body) ? `${code} with ${describeText(body)}` : shortenText(body) || code;
  return tryParseStatus(body)?.message ?? code;
}

const converted = String.raw`cannot be converted from \w{1,63} to \w{1,63}: `;
const path = String.raw`[\w.[\]]{1,256}: `;

/**
 * Matches the parts of an error message in which the API server repeats sent or stored data, possibly a whole Secret.
 * Keeps the value of a single invalid field, as kubectl does: the API server itself omits it for the data of a Secret.
 */
const repeated = new RegExp(
  [
    // The result of a patch cannot be decoded: repeats the patch, or the stored object.
    String.raw`(?<=\bpatch: Invalid value: )"(?:[^"\\]|\\.)*"`,
    // Server-side apply of a value of the wrong type: repeats the value.
    String.raw`(?<=: expected [\w ]{1,32}, got )&[^]*?(?=\n {2}\.|$)`,
    // A failed conversion webhook: repeats its response, after the path of the field if it names one.
    String.raw`(?<=${converted})(?!${path})[^\n]+`,
    String.raw`(?<=${converted}${path})[^\n]+`,
  ].join('|'),
  'g',
);

function withoutRepeated(text: string): string {
  return text.replaceAll(repeated, redacted);
}

function toMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Whether `error` is an `ApiError`, optionally with the HTTP status `status`. */
export function isApiError(error: unknown, status?: number): error is ApiError {
  return error instanceof ApiError && (status === undefined || error.status === status);
}

/** Whether a creation failed because the namespace is terminating or does not exist any more. */
export function isNamespaceTerminating(error: unknown): error is ApiError {
  if (isApiError(error, 404)) return error.serverMessage.startsWith('namespaces "');
  return isApiError(error, 403) && error.causes.some(({ reason }) => reason === 'NamespaceTerminating');
}

/** Whether a call failed because the CRD of its kind is deleted, or is being deleted. */
export function isKindGone(error: unknown): error is ApiError {
  if (isApiError(error, 404)) return error.serverMessage.startsWith(notServed);
  return isApiError(error) && / not allowed while custom resource .* terminating/.test(error.serverMessage);
}

/** The start of the message for an unknown path, which replaces the API server's plain text. */
export const notServed = 'the API server does not serve ';

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'API_INVALID',
  401: 'API_UNAUTHORIZED',
  403: 'API_FORBIDDEN',
  404: 'API_NOT_FOUND',
  405: 'API_INVALID',
  409: 'API_CONFLICT',
  410: 'API_EXPIRED',
  413: 'API_INVALID',
  415: 'API_INVALID',
  422: 'API_INVALID',
};

/**
 * Messages that the API server sends with status 500, although a retry cannot help: a duplicate key of a list map, or
 * an undeclared field in an apply.
 */
const permanentDespite500 = /failed to create typed patch object|failed to create manager for existing fields/;

/** The message of a failed `test` operation of a JSON patch, for which the API server sends 422. */
const failedTest =
  /the server rejected our request due to an error in our request|test operation for path|testing value .* failed/i;

function resolveCode(httpStatus: number, status: Status | undefined, message: string): ErrorCode {
  if (httpStatus === 500 && permanentDespite500.test(message)) return 'API_INVALID';
  if (httpStatus === 422 && isConflict(status?.details?.causes, message)) return 'API_CONFLICT';
  return codeByStatus[httpStatus] ?? 'API_UNAVAILABLE';
}

/**
 * Whether a 422 means a conflict: a failed `test` of a JSON patch, or the uid of an earlier object of that name, which
 * the API server calls "immutable".
 */
function isConflict(causes: readonly StatusCause[] | undefined, message: string): boolean {
  return causes === undefined ? failedTest.test(message) : causes.some(({ field }) => field === 'metadata.uid');
}

export function isStatus(body: unknown): body is { readonly kind: 'Status' } {
  return isRecord(body) && body['kind'] === 'Status';
}

/** Parses a body as a `Status`. Omits fields of the wrong type, because the body may come from a proxy. */
function tryParseStatus(body: unknown): Status | undefined {
  if (!isStatus(body)) return undefined;
  const { message, reason, details } = body as Readonly<Record<string, unknown>>;
  return {
    kind: 'Status',
    ...(typeof message === 'string' && { message: withoutRepeated(message) }),
    ...(typeof reason === 'string' && { reason }),
    ...(isRecord(details) && { details: parseDetails(details) }),
  };
}

function parseDetails({
  causes,
  retryAfterSeconds,
}: Readonly<Record<string, unknown>>): NonNullable<Status['details']> {
  return {
    ...(Array.isArray(causes) && { causes: causes.filter(isRecord).map(parseCause) }),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
  };
}

function parseCause({ reason, message, field }: Readonly<Record<string, unknown>>): StatusCause {
  return {
    ...(typeof reason === 'string' && { reason }),
    // For a patch, the cause only repeats the patch; the message of the `Status` has the reason.
    ...(typeof message === 'string' && field !== 'patch' && { message: withoutRepeated(message) }),
    ...(typeof field === 'string' && { field }),
  };
}

function shortenText(body: string): string {
  return body.slice(0, 500).trim();
}
