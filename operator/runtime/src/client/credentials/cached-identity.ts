import { createSecureContext } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';

import { type Clock, getMessage } from '../../base/index.ts';
import type { Credentials, CredentialsOptions, CredentialsSource, Identity } from './credentials.ts';
import { buildInvalidError } from './entry.ts';

/** How long an identity is used before it is read again. */
const identityLastsMs = 10_000;

/**
 * Caches the identity of a source for ten seconds. Reads it again after that, because tokens and certificates rotate.
 */
export function cacheIdentity(
  source: CredentialsSource,
  { clock, logger }: Pick<CredentialsOptions, 'logger'> & { readonly clock: Pick<Clock, 'monotonic'> },
): Pick<Credentials, 'current' | 'renew'> {
  let identity = source.first;
  let readAt = clock.monotonic();
  let refused: Identity | undefined;
  let reading: Promise<void> | undefined;
  let problem: string | undefined;

  const readAgain = async (): Promise<void> => {
    const isRefused = refused === identity;
    try {
      identity = next(identity, await source.read(isRefused));
      problem = undefined;
      if (isRefused) refused = undefined;
    } catch (cause) {
      if (isRefused || source.expires) throw buildInvalidError('reload the credentials', cause);
      // A reader may see new and old files together. The previous identity works until the API server rejects it.
      if (getMessage(cause) !== problem)
        logger?.warn('failed to reload the credentials; the previous credentials stay in use', { err: cause });
      problem = getMessage(cause);
    } finally {
      reading = undefined;
    }
    readAt = clock.monotonic();
  };

  return {
    async current() {
      if (refused === identity || clock.monotonic() - readAt > identityLastsMs) {
        // All concurrent callers share one read, because an exec plug-in starts a process.
        await (reading ??= readAgain());
      }
      return identity;
    },
    renew(sent, { isRefused }) {
      if (sent !== identity) return;
      readAt = Number.NEGATIVE_INFINITY;
      if (isRefused) refused = identity;
    },
  };
}

/** Keeps the previous headers or TLS options if they are equal: only changed certificates open new connections. */
function next(last: Identity, read: Identity): Identity {
  const isSameTls = isDeepStrictEqual(last.tls, read.tls);
  if (isSameTls && isDeepStrictEqual(last.headers, read.headers)) return last;
  if (isSameTls) return { tls: last.tls, headers: read.headers };
  // Throws if a certificate and its key do not match.
  createSecureContext(read.tls);
  return read;
}
