import { type ErrorCode, isRecord, type ObjectKey, OperatorError, redacted } from '../base/index.ts';
import { isHtml, describeText } from './describe-text.ts';

/** One cause in a `metav1.Status`: a field and its error. */
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

/** The known parts of a response, if any. */
interface FailedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfterMs?: number;
  readonly object?: ObjectKey;
  /** Of `object`. */
  readonly kind?: string;
  readonly cause?: unknown;
}

/**
 * The API server's rejection of one call, in its own words.
 *
 * Guarantees: omits objects that the API server repeats, so that logs, statuses, events and spans never contain one
 * (`withoutRepeated`).
 */
export class ApiError extends OperatorError {
  override readonly name = 'ApiError';
  /** The kind of `object`: `Deployment`. */
  readonly kind: string | undefined;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The API server's reason: `Invalid`, `Conflict`, `NotFound`, ... */
  readonly reason: string;
  /** The API server's message, with `[redacted]` in place of an object that it repeats. */
  readonly serverMessage: string;
  readonly causes: readonly StatusCause[];
  /** The requested wait before a retry, in milliseconds. */
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
 * Matches the parts of a message in which the API server repeats sent or stored data, possibly a whole Secret. The
 * value of a single invalid field stays, as in kubectl: the API server omits it for the data of a Secret.
 */
const repeated = new RegExp(
  [
    // A patch whose result cannot be decoded: the patch, or the stored object.
    String.raw`(?<=\bpatch: Invalid value: )"(?:[^"\\]|\\.)*"`,
    // A server-side apply with a value of a wrong type.
    String.raw`(?<=: expected [\w ]{1,32}, got )&[^]*?(?=\n {2}\.|$)`,
    // A conversion webhook's response, after the path of the field if it names one.
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

/** Whether `error` is the API server's answer `status`. */
export function isApiError(error: unknown, status?: number): error is ApiError {
  return error instanceof ApiError && (status === undefined || error.status === status);
}

/** Whether a creation failed because the namespace is terminating, or is deleted. */
export function isNamespaceTerminating(error: unknown): error is ApiError {
  if (isApiError(error, 404)) return error.serverMessage.startsWith('namespaces "');
  return isApiError(error, 403) && error.causes.some(({ reason }) => reason === 'NamespaceTerminating');
}

/** Whether a call failed because the CRD of its kind is deleted, or is being deleted. */
export function isKindGone(error: unknown): error is ApiError {
  if (isApiError(error, 404)) return error.serverMessage.startsWith(notServed);
  return isApiError(error) && / not allowed while custom resource .* terminating/.test(error.serverMessage);
}

/** Begins the text in place of the API server's plain one for an unknown path. */
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
 * The API server answers a duplicate list-map key or an undeclared field in an apply with 500, though a retry cannot
 * help.
 */
const permanentDespite500 = /failed to create typed patch object|failed to create manager for existing fields/;

/** The API server answers 422 to a failed `test` of a JSON patch. */
const failedTest =
  /the server rejected our request due to an error in our request|test operation for path|testing value .* failed/i;

function resolveCode(httpStatus: number, status: Status | undefined, message: string): ErrorCode {
  if (httpStatus === 500 && permanentDespite500.test(message)) return 'API_INVALID';
  if (httpStatus === 422 && isConflict(status?.details?.causes, message)) return 'API_CONFLICT';
  return codeByStatus[httpStatus] ?? 'API_UNAVAILABLE';
}

/**
 * A failed `test` of a JSON patch, or the uid of an earlier object of that name, which the API server calls
 * "immutable".
 */
function isConflict(causes: readonly StatusCause[] | undefined, message: string): boolean {
  return causes === undefined ? failedTest.test(message) : causes.some(({ field }) => field === 'metadata.uid');
}

export function isStatus(body: unknown): body is { readonly kind: 'Status' } {
  return isRecord(body) && body['kind'] === 'Status';
}

/** Parses a body as a `Status`. Omits members of the wrong type, because a proxy may have sent it. */
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
    // For a patch, the cause starts with the repeated part; the message of the `Status` has the reason.
    ...(typeof message === 'string' && field !== 'patch' && { message: withoutRepeated(message) }),
    ...(typeof field === 'string' && { field }),
  };
}

function shortenText(body: string): string {
  return body.slice(0, 500).trim();
}
