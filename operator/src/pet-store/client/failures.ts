import { Code, ConnectError } from '@connectrpc/connect';

import { PetStoreError } from './pet-store-error.ts';

/** The limit of characters of a store's message in our error. */
const longestDetail = 200;

/**
 * The error of a failed call.
 *
 * @param isUpdate whether the call was UpdatePets: only for that, the contract has an error for a missing pet, INTERNAL
 * with a certain message
 */
export function failureOf(error: unknown, { isUpdate }: { readonly isUpdate: boolean }): PetStoreError {
  if (error instanceof PetStoreError) return error;
  const { code, rawMessage, metadata } = ConnectError.from(error);
  // Only an error of the store itself has a status in its metadata. All others come from the client or the network.
  if (!metadata.has('grpc-status')) return new PetStoreError(reasonOf(rawMessage), { cause: error });
  if (isUpdate && isMissing(code, rawMessage)) return new PetStoreError('NotFound', { cause: error });
  if (refusals.has(code) || isTooLarge(code, rawMessage))
    return new PetStoreError('Invalid', { detail: oneLine(rawMessage), cause: error });
  if (code === Code.Unimplemented) return new PetStoreError('Garbage', { detail: 'it is no pet store', cause: error });
  return new PetStoreError('Unavailable', { cause: error });
}

/**
 * Whether HTTP/2 guarantees that the store has not processed the request, because it was sent on a connection that the
 * store was closing. https://www.rfc-editor.org/rfc/rfc9113#section-8.7
 */
export function isRefused(error: unknown): boolean {
  const { rawMessage, metadata } = ConnectError.from(error);
  return !metadata.has('grpc-status') && rawMessage.includes('REFUSED_STREAM');
}

const refusals = new Set([Code.InvalidArgument, Code.OutOfRange]);

/**
 * Whether the request is too large. Temporary quotas have the code RESOURCE_EXHAUSTED, too: only the message differs.
 */
function isTooLarge(code: Code, message: string): boolean {
  return code === Code.ResourceExhausted && /larger than|exceeds (the )?max/i.test(message);
}

function isMissing(code: Code, message: string): boolean {
  return code === Code.NotFound || (code === Code.Internal && message.includes("doesn't exist"));
}

/**
 * The beginnings of the library's messages about unreadable responses. The codes do not distinguish them: a broken
 * connection is INTERNAL, too.
 */
const unreadable =
  /^(parse binary|unsupported|message size|received compressed|HTTP 404|protocol error: (incomplete|missing (output|response)|received|promised))/;

function reasonOf(message: string): 'Garbage' | 'Unavailable' {
  return unreadable.test(message) ? 'Garbage' : 'Unavailable';
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longestDetail ? `${line.slice(0, longestDetail)}…` : line;
}
