import { Code, ConnectError } from '@connectrpc/connect';

import { PetStoreError } from './pet-store-error.ts';

/** What a store says is shown up to this length. */
const longestDetail = 200;

/**
 * What a failed call means for who made it.
 *
 * @param isUpdate whether it was an update: the only call for which the contract knows pets that do not exist, and it
 *   says so with INTERNAL and a sentence
 */
export function failureOf(error: unknown, { isUpdate }: { readonly isUpdate: boolean }): PetStoreError {
  if (error instanceof PetStoreError) return error;
  const { code, rawMessage, metadata } = ConnectError.from(error);
  // Only what the store itself said has a status among its metadata; all else happened on this side or on the way.
  if (!metadata.has('grpc-status')) return new PetStoreError(reasonOf(rawMessage), { cause: error });
  if (isUpdate && isMissing(code, rawMessage)) return new PetStoreError('NotFound', { cause: error });
  if (refusals.has(code) || isTooLarge(code, rawMessage))
    return new PetStoreError('Invalid', { detail: oneLine(rawMessage), cause: error });
  if (code === Code.Unimplemented) return new PetStoreError('Garbage', { detail: 'it is no pet store', cause: error });
  return new PetStoreError('Unavailable', { cause: error });
}

/**
 * Whether HTTP/2 guarantees that the store has not seen the request: it was sent on a connection that the store was
 * closing. https://www.rfc-editor.org/rfc/rfc9113#section-8.7
 */
export function isRefused(error: unknown): boolean {
  const { rawMessage, metadata } = ConnectError.from(error);
  return !metadata.has('grpc-status') && rawMessage.includes('REFUSED_STREAM');
}

const refusals = new Set([Code.InvalidArgument, Code.OutOfRange]);

/** RESOURCE_EXHAUSTED is for quotas, too, which pass; servers say in words that a message is what they never take. */
function isTooLarge(code: Code, message: string): boolean {
  return code === Code.ResourceExhausted && /larger than|exceeds (the )?max/i.test(message);
}

function isMissing(code: Code, message: string): boolean {
  return code === Code.NotFound || (code === Code.Internal && message.includes("doesn't exist"));
}

/**
 * How the library's errors begin for answers that cannot be read. Their codes do not say that: a connection that breaks off
 * is INTERNAL as well.
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
