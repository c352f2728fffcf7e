import { type ServiceError, status } from '@grpc/grpc-js';

import { PetStoreError } from './pet-store-error.ts';

/** Maximum length of the store's message in our error, in characters. */
const longestDetail = 200;

/**
 * Converts an error of the gRPC library.
 * @param path the path of the method. Only a call of UpdatePets can fail with `NotFound`
 */
export function toPetStoreError(error: unknown, path: string): PetStoreError {
  if (error instanceof PetStoreError) return error;
  if (!isServiceError(error)) return new PetStoreError('Unavailable', { cause: error });
  const { code, details } = error;
  if (path.endsWith('/UpdatePets') && isMissing(error)) return new PetStoreError('NotFound', { cause: error });
  if (isUnreadable(error, path)) return new PetStoreError('Garbage', { cause: error });
  if (code === status.INVALID_ARGUMENT || code === status.OUT_OF_RANGE || isTooLarge(error))
    return new PetStoreError('Invalid', { detail: toOneLine(details), cause: error });
  if (code === status.UNIMPLEMENTED)
    return new PetStoreError('Garbage', { detail: 'the server is not a pet store', cause: error });
  return new PetStoreError('Unavailable', { cause: error });
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'code' in error && 'details' in error && typeof error.details === 'string';
}

/**
 * Whether an update failed because a pet is missing. The upstream store has no separate code for that: it returns
 * INTERNAL with this message.
 */
function isMissing({ code, details }: ServiceError): boolean {
  return code === status.NOT_FOUND || (code === status.INTERNAL && details.includes("doesn't exist"));
}

/**
 * Whether the request or the response is too large, or has too many pets. Temporary quotas have the same code,
 * RESOURCE_EXHAUSTED: only the message differs.
 */
function isTooLarge({ code, details }: ServiceError): boolean {
  return code === status.RESOURCE_EXHAUSTED && /larger than|exceeds (the )?max|more than \d+ pets/i.test(details);
}

/**
 * Whether the gRPC library could not read the response. If a search fails because something is too large, it is the
 * response: the request is small.
 */
function isUnreadable(error: ServiceError, path: string): boolean {
  if (path.endsWith('/SearchPets') && isTooLarge(error)) return true;
  return error.code === status.INTERNAL && error.details.startsWith('Response message parsing error');
}

function toOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longestDetail ? `${line.slice(0, longestDetail)}…` : line;
}
