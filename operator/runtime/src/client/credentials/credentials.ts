import type { RequestOptions } from 'node:https';

import type { Clock } from '../../base/index.ts';

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
  /** Prefix of the paths that the kubelet mounts. @default '' */
  readonly podRoot?: string;
  readonly clock: Clock;
}

/** TLS settings of the connections to the API server. */
export type TlsOptions = Pick<
  RequestOptions,
  'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'servername' | 'rejectUnauthorized'
>;

/** An API server and the credentials for it. */
export interface Credentials {
  readonly server: URL;
  readonly tls: TlsOptions;
  /** The namespace of the context or of the Pod, if one is known. */
  readonly namespace: string | undefined;
  /** Headers that authenticate a request. Kept for a short while: tokens rotate. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** Forgets the headers after a 401. */
  refresh(): void;
}
