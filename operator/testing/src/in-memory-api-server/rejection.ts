import { type Kind, formatKind } from '@kubewright/runtime/internal/base';
import type { ApiResponse, StatusCause } from '@kubewright/runtime/internal/client';

/** The fields of an error's `Status`. */
export interface RejectionDetails {
  readonly name?: string | undefined;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

/** An error response. Thrown, then caught where the response is built. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly response: ApiResponse;

  constructor(response: ApiResponse) {
    super(`HTTP ${response.status}`);
    this.response = response;
  }
}

export function buildStatusAnswer(
  code: number,
  reason: string,
  { message, details, continueToken }: { message: string; details?: RejectionDetails; continueToken?: string },
): ApiResponse {
  const metadata = continueToken === undefined ? {} : { continue: continueToken };
  const body = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata,
    status: 'Failure',
    message,
    ...(reason !== '' && { reason }),
    ...(details && { details }),
    code,
  };
  return { status: code, body };
}

/** Formats a resource like the API server: `deployments.apps "web"`. */
function formatResource({ plural, group }: Kind, name: string): string {
  return `${group === '' ? plural : `${plural}.${group}`} ${JSON.stringify(name)}`;
}

function buildDetails({ plural, group }: Kind, name: string): RejectionDetails {
  return { name, ...(group !== '' && { group }), kind: plural };
}

export function notFound(kind: Kind, name: string): Rejection {
  const message = `${formatResource(kind, name)} not found`;
  return new Rejection(buildStatusAnswer(404, 'NotFound', { message, details: buildDetails(kind, name) }));
}

export function alreadyExists(kind: Kind, name: string): Rejection {
  const message = `${formatResource(kind, name)} already exists`;
  return new Rejection(buildStatusAnswer(409, 'AlreadyExists', { message, details: buildDetails(kind, name) }));
}

export function conflict(kind: Kind, name: string, why: string): Rejection {
  const message = `Operation cannot be fulfilled on ${formatResource(kind, name)}: ${why}`;
  return new Rejection(buildStatusAnswer(409, 'Conflict', { message, details: buildDetails(kind, name) }));
}

/** The error response to a write with an outdated `resourceVersion`. */
export function modifiedMeanwhile(kind: Kind, name: string): Rejection {
  return conflict(
    kind,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );
}

export function badRequest(message: string): Rejection {
  return new Rejection(buildStatusAnswer(400, 'BadRequest', { message }));
}

export function expired(message: string, continueToken?: string): Rejection {
  return new Rejection(
    buildStatusAnswer(410, 'Expired', { message, ...(continueToken !== undefined && { continueToken }) }),
  );
}

/** The error response to an invalid object, with all its problems. */
export function invalid(kind: Kind, name: string, causes: readonly Required<StatusCause>[]): Rejection {
  const texts = causes.map(({ field, message }) => `${field}: ${message}`);
  const all = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const message = `${formatKind(kind)} ${JSON.stringify(name)} is invalid: ${all ?? ''}`;
  const named = { ...(name !== '' && { name }), ...(kind.group !== '' && { group: kind.group }) };
  const details = { ...named, kind: kind.kind, causes };
  return new Rejection(buildStatusAnswer(422, 'Invalid', { message, details }));
}

/**
 * The error response to an invalid option of a request.
 * @param kind for example `ListOptions`
 */
export function invalidOption(kind: string, cause: Required<StatusCause>): Rejection {
  return invalid({ group: 'meta.k8s.io', version: 'v1', kind, plural: '', namespaced: false }, '', [cause]);
}

/**
 * The error response to a request that only the real API server supports. It is never ignored: with a nearly correct
 * response, a test could pass although the code fails on a cluster.
 * @param what completes "the in-memory API server does not ..."
 */
export function unsupported(what: string): Rejection {
  return new Rejection(buildStatusAnswer(400, 'BadRequest', { message: `${unsupportedText} ${what}` }));
}

export const unsupportedText = 'the in-memory API server does not';
