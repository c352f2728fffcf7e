import type { RequestOptions } from 'node:https';

import type { Clock, Logger } from '../../base/index.ts';

/** Where to find the API server and its credentials. */
export interface CredentialsOptions {
  /** A kubeconfig file. @default - `KUBECONFIG`, in-cluster, `~/.kube/config`, in this order */
  readonly kubeconfig?: string;
  /** The kubeconfig's context. @default - its current context */
  readonly context?: string;
  /** Whether the process runs in a Pod (KUBERNETES_SERVICE_HOST is set). @default false */
  readonly inCluster?: boolean;
  /** Whether KUBECONFIG is set. @default false */
  readonly kubeconfigVariable?: boolean;
  /**
   * The folder with the files `token`, `ca.crt` and `namespace` of a Pod's ServiceAccount. @default
   * '/var/run/secrets/kubernetes.io/serviceaccount'
   */
  readonly serviceAccountFolder?: string;
  readonly clock: Clock;
  /** Logs files that cannot be read again. @default - nothing is logged */
  readonly logger?: Logger;
}

/** TLS settings of the connections to the API server. */
export type TlsOptions = Pick<
  RequestOptions,
  'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'servername' | 'rejectUnauthorized'
>;

/** What authenticates a request. */
export interface Identity {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same object until a certificate, a key or an authority changes. */
  readonly tls: TlsOptions;
}

/** An API server and the credentials for it. */
export interface Credentials {
  readonly server: URL;
  /** The proxy that leads to the server. @default - none */
  readonly proxy?: URL;
  /** The namespace of the context or of the Pod, if one is known. */
  readonly namespace: string | undefined;
  /**
   * The identity for the next request. It is read again every 10 s, because tokens and certificates rotate, and is the
   * same object until something changes. Files that cannot be read again leave the last identity in use.
   *
   * Errors: `CREDENTIALS_INVALID` if the API server refuses the identity, or a plug-in's has expired, and it cannot be
   * read again.
   */
  current(): Promise<Identity>;
  /**
   * Has the next `current` read again, unless `sent` was replaced by then.
   *
   * @param sent the identity of a request that failed
   * @param options `isRefused`: the API server refused it, so that a plug-in has to get another one
   */
  renew(sent: Identity, options: { readonly isRefused: boolean }): void;
}

/** Credentials that never change. @param server the URL of the API server */
export function createFixedCredentials(
  server: string,
  { headers = {}, tls = {} }: Partial<Identity> = {},
): Credentials {
  const identity = { headers, tls };
  return {
    server: new URL(server),
    namespace: undefined,
    current: () => Promise.resolve(identity),
    renew: () => undefined,
  };
}

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
export function pickDefined(tls: { [K in keyof TlsOptions]: TlsOptions[K] | undefined }): TlsOptions {
  return Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined));
}
