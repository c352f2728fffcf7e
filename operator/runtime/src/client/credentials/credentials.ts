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
  /** Logs files that cannot be read again. @default - no logs */
  readonly logger?: Logger;
}

/** TLS settings of the connections to the API server. */
export type TlsOptions = Pick<
  RequestOptions,
  'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'servername' | 'rejectUnauthorized'
>;

/** The credentials of a request. */
export interface Identity {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same object until a certificate, a key or an authority changes. */
  readonly tls: TlsOptions;
}

/** An API server and the credentials for it. */
export interface Credentials {
  readonly server: URL;
  /** The proxy to the server. @default - none */
  readonly proxy?: URL;
  /** The namespace of the context or of the Pod, if one is known. */
  readonly namespace: string | undefined;
  /**
   * The identity for the next request. Reads it again every 10 s, because tokens and certificates rotate; returns the
   * same object until something changes. If a file cannot be read again, the last identity stays in use.
   *
   * Errors: `CREDENTIALS_INVALID` if the API server rejects the identity, or a plug-in's credential has expired, and it
   * cannot be read again.
   */
  current(): Promise<Identity>;
  /**
   * Makes the next `current` read again, unless `sent` has been replaced by then.
   *
   * @param sent the identity of a request that failed
   * @param options `isRefused`: the API server rejected it, so a plug-in has to get another one
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

/** Where a kubeconfig context's credentials come from. The server and the namespace are not part of it. */
export interface CredentialsSource {
  readonly first: Identity;
  /** Whether an expired identity is unusable if it cannot be read again: the case for a plug-in. */
  readonly expires: boolean;
  /**
   * Reads the identity again.
   *
   * @param isRefused the server rejected the last one: replaces a credential even if its expiry is in the future
   */
  read(isRefused: boolean): Promise<Identity>;
}

/** Omits `undefined`: Node treats `rejectUnauthorized: undefined` differently from an absent option. */
export function pickDefined(tls: { [K in keyof TlsOptions]: TlsOptions[K] | undefined }): TlsOptions {
  return Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined));
}
