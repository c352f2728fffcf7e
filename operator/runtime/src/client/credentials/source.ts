import type { TlsOptions } from './credentials.ts';

/** Headers by their names in lower case. */
export type AuthenticationHeaders = Readonly<Record<string, string>>;

/**
 * What authenticates us to the API server of a context. Server and namespace are the context's, whoever authenticates.
 */
export interface CredentialsSource {
  readonly tls: TlsOptions;
  /** The headers as they were read together with `tls`: each run of an exec plug-in costs a process. */
  readonly first: AuthenticationHeaders;
  /**
   * Reads the headers again.
   *
   * @param refused the server has refused the last ones: a credential that is valid by its own words is replaced, too
   */
  authenticate(refused: boolean): Promise<AuthenticationHeaders>;
}

/** Leaves out what is `undefined`: Node takes `rejectUnauthorized: undefined` for another setting than none. */
export function definedOnly(tls: { [K in keyof TlsOptions]: TlsOptions[K] | undefined }): TlsOptions {
  return Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined));
}
