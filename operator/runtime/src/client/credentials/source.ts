import type { Identity, TlsOptions } from './credentials.ts';

/**
 * What authenticates us to the API server of a context. Server and namespace are the context's, whoever authenticates.
 */
export interface CredentialsSource {
  readonly first: Identity;
  /** Whether an identity that cannot be read again is useless: a plug-in is asked once its credential has expired. */
  readonly expires: boolean;
  /**
   * Reads the identity again.
   *
   * @param isRefused the server has refused the last one: a credential that is valid by its own words is replaced, too
   */
  read(isRefused: boolean): Promise<Identity>;
}

/** Leaves out what is `undefined`: Node takes `rejectUnauthorized: undefined` for another setting than none. */
export function definedOnly(tls: { [K in keyof TlsOptions]: TlsOptions[K] | undefined }): TlsOptions {
  return Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined));
}
