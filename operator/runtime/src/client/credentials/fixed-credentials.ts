import type { Credentials, Identity } from './credentials.ts';

/** Credentials that never change. @param server the URL of the API server */
export function fixedCredentials(server: string, { headers = {}, tls = {} }: Partial<Identity> = {}): Credentials {
  const identity = { headers, tls };
  return {
    server: new URL(server),
    namespace: undefined,
    current: () => Promise.resolve(identity),
    renew: () => undefined,
  };
}
