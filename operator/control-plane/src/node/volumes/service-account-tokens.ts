import type { Clock } from '@kubewright/runtime/internal/base';

/** A token with its expiry, from the response to a TokenRequest. */
export interface IssuedToken {
  readonly token: string;
  readonly expirationTimestamp: string;
}

export interface TokenRequest {
  readonly audience?: string;
  readonly expirationSeconds?: number;
}

/** The fraction of a token's lifetime after which it is replaced, as in a kubelet; after a day if that is earlier. */
const share = 0.8;
const longestMs = 24 * 60 * 60 * 1000;

interface CachedToken {
  readonly token: string;
  readonly replaceAt: number;
  readonly endsAt: number;
}

/**
 * Caches tokens by their request until they must be replaced. If the next token cannot be requested, uses the old one
 * until it expires.
 */
export function createTokens(
  issue: (request: TokenRequest) => Promise<IssuedToken>,
  clock: Clock,
): (request: TokenRequest) => Promise<string> {
  const cache = new Map<string, CachedToken>();

  async function renew(key: string, request: TokenRequest): Promise<string> {
    const issuedAt = clock.now();
    const { token, expirationTimestamp } = await issue(request);
    const endsAt = Date.parse(expirationTimestamp);
    const replaceAt = issuedAt + Math.min((endsAt - issuedAt) * share, longestMs);
    cache.set(key, { token, replaceAt, endsAt });
    return token;
  }

  return async ({ audience, expirationSeconds }) => {
    const request = {
      ...(audience !== undefined && audience !== '' && { audience }),
      ...(expirationSeconds !== undefined && { expirationSeconds }),
    };
    const key = JSON.stringify(request);
    const cached = cache.get(key);
    if (cached !== undefined && clock.now() < cached.replaceAt) return cached.token;
    try {
      return await renew(key, request);
    } catch (error) {
      if (cached !== undefined && clock.now() < cached.endsAt) return cached.token;
      throw error;
    }
  };
}
