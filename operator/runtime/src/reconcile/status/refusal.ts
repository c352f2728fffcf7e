import { isOperatorError, OperatorError } from '../../base/index.ts';
import { type ApiError, isApiError } from '../../client/index.ts';

/** Why the cluster does not take what we want, in words for the resource's status. */
export interface Refusal {
  /** The reason of `Ready=False`: of the runtime Invalid, NameConflict, NodePortTaken, Forbidden and Unavailable. */
  readonly reason: string;
  readonly message: string;
  /** Whether to try again without a change: it can help where the state of the cluster is in the way. */
  readonly retry: boolean;
}

/** A controller says itself what is in the way. */
class NotReadyError extends OperatorError {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, cause: unknown) {
    super('NOT_READY', 'reconcile', { hint: `${refusal.reason}: ${refusal.message}`, cause });
    this.refusal = refusal;
  }

  override get retry(): boolean {
    return this.refusal.retry;
  }
}

/**
 * What to throw when something outside is in the way: `Ready` becomes False with this reason and message, one Warning
 * event reports it, and what `status.set` stated before stands.
 *
 * @param reason in CamelCase
 * @param message a sentence that does not vary from try to try, or each try would write the status anew
 */
export function notReady(
  reason: string,
  message: string,
  options: {
    /** Whether to try again without a change, after 1 to 30 seconds. @default true */
    readonly retry?: boolean;
    readonly cause?: unknown;
  } = {},
): OperatorError {
  return new NotReadyError({ reason, message, retry: options.retry ?? true }, options.cause);
}

/** Reads an error as a refusal; `undefined` for anything that just has to be tried again. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof NotReadyError) return error.refusal;
  if (isOperatorError(error, 'NAME_CONFLICT'))
    return { reason: 'NameConflict', message: sentence(error.message), retry: true };
  if (isOperatorError(error, 'SPEC_INVALID')) return { reason: 'Invalid', message: error.message, retry: false };
  if (!isApiError(error)) return undefined;
  const message = sentence(error.serverMessage);
  if (isWebhookDown(error)) return { reason: 'Unavailable', message, retry: true };
  if (isPortTaken(error)) return { reason: 'NodePortTaken', message, retry: true };
  if (error.code === 'API_FORBIDDEN' || isPolicy(error)) return { reason: 'Forbidden', message, retry: true };
  if (error.code === 'API_INVALID') return { reason: 'Invalid', message, retry: false };
  return undefined;
}

function isPortTaken(error: ApiError): boolean {
  return (
    error.status === 422 &&
    [error.serverMessage, ...error.causes.map(({ message }) => message ?? '')].some((text) =>
      text.includes('port is already allocated'),
    )
  );
}

/** Policies and webhooks choose their status themselves; their words are the API server's. */
function isPolicy(error: ApiError): boolean {
  return /ValidatingAdmissionPolicy|MutatingAdmissionPolicy|admission webhook .* denied/.test(error.serverMessage);
}

function isWebhookDown(error: ApiError): boolean {
  return /failed calling webhook/.test(error.serverMessage);
}

function sentence(text: string): string {
  return text.replace(/^failed to [^:]*: /, '');
}
