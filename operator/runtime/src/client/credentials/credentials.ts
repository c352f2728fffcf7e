import type { RequestOptions } from 'node:https';

import type { Clock, Logger } from '../../base/index.ts';

/** How to find the API server and the credentials for it. */
export interface CredentialsOptions {
  /**
   * A kubeconfig file. @default - the files in `KUBECONFIG`, the ServiceAccount of the Pod, or `~/.kube/config`, in
   * this order
   */
  readonly kubeconfig?: string;
  /** The context in the kubeconfig. @default - its current context */
  readonly context?: string;
  /** Whether the process runs in a Pod: the variable KUBERNETES_SERVICE_HOST is set. @default false */
  readonly inCluster?: boolean;
  /** Whether the variable KUBECONFIG is set. @default false */
  readonly kubeconfigVariable?: boolean;
  /**
   * The folder with the files `token`, `ca.crt` and `namespace` of a Pod's ServiceAccount. @default
   * '/var/run/secrets/kubernetes.io/serviceaccount'
   */
  readonly serviceAccountFolder?: string;
  readonly clock: Clock;
  /** Logs when files cannot be read again. @default - no logs */
  readonly logger?: Logger;
}

/** TLS settings of the connections to the API server. */
export type TlsOptions = Pick<
  RequestOptions,
  'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'servername' | 'rejectUnauthorized'
>;

/** The credentials that are sent with a request. */
export interface Identity {
  /** Request headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** TLS options; the same object until a certificate, a key or an authority changes. */
  readonly tls: TlsOptions;
}

/** An API server and the credentials for it. */
export interface Credentials {
  readonly server: URL;
  /** The proxy for requests to the server. @default - none */
  readonly proxy?: URL;
  /** The namespace of the context or of the Pod; `undefined` if neither states one. */
  readonly namespace: string | undefined;
  /**
   * Returns the identity for the next request. Reads it again every 10 s, because tokens and certificates rotate;
   * returns the same object until something changes. If a file cannot be read again, the last identity stays in use.
   * Errors: `CREDENTIALS_INVALID` if the identity cannot be read again although the API server has rejected it, or the
   * credential of a plug-in has expired.
   */
  current(): Promise<Identity>;
  /**
   * Makes the next `current` read the identity again, unless `sent` is no longer the current one.
   * @param sent the identity of a request that failed
   * @param options `isRefused`: the API server rejected the identity, so that a plug-in has to get another one
   */
  renew(sent: Identity, options: { readonly isRefused: boolean }): void;
}

/**
 * Creates credentials that never change.
 * @param server the URL of the API server
 */
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

/** Reads the credentials of a kubeconfig context, without its server and namespace. */
export interface CredentialsSource {
  readonly first: Identity;
  /** Whether an expired identity is useless if it cannot be read again. True for a plug-in. */
  readonly expires: boolean;
  /**
   * Reads the identity again.
   * @param isRefused the server rejected the last one: replaces a credential even if its expiry is in the future
   */
  read(isRefused: boolean): Promise<Identity>;
}

/**
 * Omits properties that are `undefined`: Node treats `rejectUnauthorized: undefined` differently from an absent option.
 */
export function pickDefined(tls: { [K in keyof TlsOptions]: TlsOptions[K] | undefined }): TlsOptions {
  return Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined));
}
