import { type ErrorCode, formatObject, getMessage, isOperatorError, OperatorError } from '../../base/index.ts';
import { type ApiError, isApiError } from '../../client/index.ts';

/** A write that the cluster rejected, as the status reports it. */
export interface Rejection {
  /**
   * The reason of `Ready=False`. The runtime uses Invalid, NameConflict, NodePortTaken, Forbidden, Unavailable,
   * EditConflict, EditNotFound and OperatorUnguarded.
   */
  readonly reason: string;
  readonly message: string;
  /** Whether to retry although nothing has changed: true if the state of the cluster is the cause. */
  readonly retry: boolean;
}

/** Thrown by a controller to set its own reason of `Ready=False`. */
class NotReadyError extends OperatorError {
  readonly rejection: Rejection;

  constructor(refusal: Rejection, cause: unknown) {
    super('NOT_READY', 'reconcile', { hint: `${refusal.reason}: ${refusal.message}`, cause });
    this.rejection = refusal;
  }

  override get retry(): boolean {
    return this.rejection.retry;
  }
}

/**
 * Creates an error to throw when something external blocks progress. The runtime then sets `Ready=False` with this
 * reason and message, emits one Warning event, and writes the rest of the status that `status.set` has set.
 * @param reason in CamelCase
 * @param message a sentence that is the same in each attempt, because each change is written to the status
 */
export function notReady(
  reason: string,
  message: string,
  options: {
    /**
     * Whether to retry after 1 to 30 seconds although nothing has changed. If not, the status also gets `Stalled=True`.
     * @default true
     */
    readonly retry?: boolean;
    readonly cause?: unknown;
  } = {},
): OperatorError {
  return new NotReadyError({ reason, message, retry: options.retry ?? true }, options.cause);
}

/** The reasons of `Ready=False` for names and fields that other objects or managers have taken. */
const reasonByCode: ReadonlyMap<ErrorCode, string> = new Map([
  ['NAME_CONFLICT', 'NameConflict'],
  ['EDIT_CONFLICT', 'EditConflict'],
  ['EDIT_NOT_FOUND', 'EditNotFound'],
]);

function findTaken(error: unknown): Rejection | undefined {
  const reason = isOperatorError(error) ? reasonByCode.get(error.code) : undefined;
  return reason === undefined ? undefined : { reason, message: toSentence(getMessage(error)), retry: true };
}

/** Returns the rejection that an error means; `undefined` for any other error. */
export function findRejection(error: unknown): Rejection | undefined {
  if (error instanceof NotReadyError) return error.rejection;
  const taken = findTaken(error);
  if (taken !== undefined) return taken;
  if (isOperatorError(error, 'SPEC_INVALID')) return { reason: 'Invalid', message: error.message, retry: false };
  if (!isApiError(error)) return undefined;
  const message = formatMessage(error);
  if (isWebhookDown(error)) return { reason: 'Unavailable', message, retry: true };
  if (isPortTaken(error)) return { reason: 'NodePortTaken', message, retry: true };
  if (error.code === 'API_FORBIDDEN' || isPolicy(error)) return { reason: 'Forbidden', message, retry: true };
  if (error.code === 'API_INVALID') return { reason: 'Invalid', message, retry: false };
  return undefined;
}

/** Formats the API server's message, which may not name the rejected object. */
function formatMessage({ kind, object, serverMessage }: ApiError): string {
  const message = toSentence(serverMessage);
  return kind === undefined || object === undefined
    ? message
    : `${formatObject({ kind, metadata: object })}: ${message}`;
}

function isPortTaken(error: ApiError): boolean {
  return (
    error.status === 422 &&
    [error.serverMessage, ...error.causes.map(({ message }) => message ?? '')].some((text) =>
      text.includes('port is already allocated'),
    )
  );
}

/**
 * Whether a policy or webhook rejected the write. They choose their status codes, so only the API server's prefix of
 * the message shows that.
 */
function isPolicy(error: ApiError): boolean {
  return /ValidatingAdmissionPolicy|MutatingAdmissionPolicy|admission webhook .* denied/.test(error.serverMessage);
}

function isWebhookDown(error: ApiError): boolean {
  return /failed calling webhook/.test(error.serverMessage);
}

function toSentence(text: string): string {
  return text.replace(/^failed to [^:]*: /, '');
}
