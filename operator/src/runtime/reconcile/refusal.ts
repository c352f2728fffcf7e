import { isOperatorError } from '../base/index.ts';
import { type ApiError, isApiError } from '../client/index.ts';

/** Why the cluster does not take what we want, in words for the resource's status. */
export interface Refusal {
  /** The reason of `Ready=False`. */
  readonly reason: 'Invalid' | 'NameConflict' | 'NodePortTaken' | 'Forbidden' | 'Unavailable';
  readonly message: string;
  /** Whether to try again without a change: it can help where the state of the cluster is in the way. */
  readonly retry: boolean;
}

/** Reads an error as a refusal; `undefined` for anything that just has to be tried again. */
export function refusalOf(error: unknown): Refusal | undefined {
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
