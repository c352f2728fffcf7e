import { readFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestOptions } from 'node:https';

import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';

import { type Clock, messageOf, OperatorError } from '../base/index.ts';

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

/** How long headers are kept. */
const headersLastMs = 10_000;

/**
 * Reads credentials the way kubectl and controller-runtime do: the flag, `KUBECONFIG`, in-cluster, `~/.kube/config`.
 *
 * Errors: `CREDENTIALS_INVALID` if none can be found, read or used, or the context does not exist or has no cluster.
 */
export async function loadCredentials(options: CredentialsOptions): Promise<Credentials> {
  // Lazy: client-node costs some hundred milliseconds and tens of megabytes, and tests with a fake server need none of it.
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
  const config = new KubeConfig();
  try {
    read(config, options);
  } catch (cause) {
    throw invalid('read credentials', cause);
  }
  if (options.context !== undefined) choose(config, options.context);
  const context = nameOf(config.getCurrentContext());
  const cluster = config.getCurrentCluster();
  if (!cluster) throw new OperatorError('CREDENTIALS_INVALID', `find the cluster of the ${context}`);
  if (isOfNothing(cluster)) throw noKubeconfig();
  if (!URL.canParse(cluster.server)) {
    throw invalid('read credentials', `the server ${JSON.stringify(cluster.server)} is no URL`);
  }
  const first = await authenticate(config).catch((cause: unknown) => {
    throw invalid(`use the credentials of the ${context}`, cause);
  });
  const { ca, cert, key, pfx, passphrase, servername, rejectUnauthorized } = first;
  const tls = definedOnly({ ca, cert, key, pfx, passphrase, servername, rejectUnauthorized });
  const namespace = config.getContextObject(config.getCurrentContext())?.namespace?.trim();

  let headers = headersOf(first);
  let readAt = options.clock.monotonic();
  let reading: Promise<void> | undefined;
  // One read for all callers that ask meanwhile: each run of an exec plug-in blocks the whole process.
  const readAgain = async (): Promise<void> => {
    try {
      headers = headersOf(await authenticate(config));
      readAt = options.clock.monotonic();
    } finally {
      reading = undefined;
    }
  };
  return {
    server: new URL(cluster.server),
    tls,
    namespace,
    async headers() {
      if (options.clock.monotonic() - readAt > headersLastMs) await (reading ??= readAgain());
      return headers;
    },
    refresh() {
      readAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/**
 * The server that client-node assumes without a kubeconfig. A kubeconfig that means this server has to switch TLS
 * verification off.
 */
const serverOfNothing = 'http://localhost:8080';

function isOfNothing(cluster: ReturnType<KubeConfig['getCurrentCluster']>): boolean {
  return cluster?.server === serverOfNothing && !cluster.skipTLSVerify;
}

function noKubeconfig(): OperatorError {
  return new OperatorError('CREDENTIALS_INVALID', 'find a kubeconfig');
}

type Readable = Pick<KubeConfig, 'loadFromFile' | 'loadFromCluster' | 'loadFromDefault'>;

function read(config: Readable, options: CredentialsOptions): void {
  const { kubeconfig, inCluster = false, kubeconfigVariable = false, podRoot = '' } = options;
  if (kubeconfig !== undefined) config.loadFromFile(kubeconfig);
  else if (inCluster && !kubeconfigVariable) config.loadFromCluster(podRoot);
  else config.loadFromDefault();
}

type Chooses = Pick<KubeConfig, 'getContexts' | 'setCurrentContext' | 'getCurrentCluster'>;

/** Errors: `CREDENTIALS_INVALID` with a list of the existing contexts. */
function choose(config: Chooses, context: string): void {
  // A file may have no contexts, whatever the type says.
  const contexts = (config.getContexts() as ReturnType<KubeConfig['getContexts']> | undefined) ?? [];
  const names = contexts.map(({ name }) => name);
  if (names.includes(context)) {
    config.setCurrentContext(context);
    return;
  }
  if (isOfNothing(config.getCurrentCluster())) throw noKubeconfig();
  const there = names.length === 0 ? 'the kubeconfig has no contexts' : `there are ${names.join(', ')}`;
  throw new OperatorError('CREDENTIALS_INVALID', `find the context ${JSON.stringify(context)}`, {
    hint: `check --context (KUBE_CONTEXT); ${there}`,
  });
}

/** A file without contexts has no current one, whatever the type says. */
function nameOf(context: string | undefined): string {
  return context === undefined ? 'current context' : `context ${JSON.stringify(context)}`;
}

function invalid(what: string, why: unknown): OperatorError {
  const cause = why instanceof Error ? { cause: why } : {};
  return new OperatorError('CREDENTIALS_INVALID', `${what} (${messageOf(why)})`, cause);
}

type Authenticates = Pick<KubeConfig, 'applyToHTTPSOptions' | 'getCurrentUser'>;

async function authenticate(config: Authenticates): Promise<RequestOptions> {
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const authorization = await tokenInFile(config);
  if (authorization === undefined) return options;
  return { ...options, headers: { ...(options.headers as OutgoingHttpHeaders | undefined), authorization } };
}

/**
 * client-node reads the file once a minute, in one cache for all configurations, even after the server has refused the
 * token.
 */
async function tokenInFile(config: Authenticates): Promise<string | undefined> {
  const provider = config.getCurrentUser()?.authProvider as {
    readonly config?: { readonly tokenFile?: string };
  } | null;
  const file = provider?.config?.tokenFile;
  return file === undefined ? undefined : `Bearer ${(await readFile(file, 'utf8')).trim()}`;
}

function headersOf(options: RequestOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (typeof value === 'string') headers[name.toLowerCase()] = value.trim();
  }
  if (typeof options.auth === 'string')
    headers['authorization'] = `Basic ${Buffer.from(options.auth).toString('base64')}`;
  return headers;
}

function definedOnly(options: { [K in keyof TlsOptions]: TlsOptions[K] | undefined }): TlsOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
