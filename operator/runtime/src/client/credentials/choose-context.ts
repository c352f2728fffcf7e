import { OperatorError } from '../../base/index.ts';
import { type Entry, getFlag, getText, UnusableError } from './entry.ts';
import type { Kubeconfig } from './kubeconfig.ts';

/** A kubeconfig context with its cluster and user. */
export interface ChosenContext {
  /** The context in error messages: `context "admin"`. */
  readonly title: string;
  readonly cluster: Entry;
  /**
   * The user of the context. Absent if the context has no user, or if that user does not exist: then requests have no
   * credentials.
   */
  readonly user: Entry | undefined;
  readonly namespace: string | undefined;
}

/**
 * Returns the requested context, or the current one. Errors: `CREDENTIALS_INVALID` with a list of the existing contexts
 * if it does not exist, or if it has no cluster; `UnusableError` for an invalid entry.
 */
export function chooseContext(kubeconfig: Kubeconfig, requested: string | undefined): ChosenContext {
  const { contexts, clusters, users, currentContext } = kubeconfig;
  if (requested !== undefined && !contexts.has(requested)) throw buildNoContextError(requested, [...contexts.keys()]);
  const name = requested ?? currentContext;
  const title = name === undefined ? 'current context' : `context ${JSON.stringify(name)}`;
  const context = name === undefined ? undefined : contexts.get(name);
  const named = (entries: ReadonlyMap<string, Entry>, field: string): Entry | undefined =>
    context && entries.get(getText(context, field) ?? '');
  const cluster = named(clusters, 'cluster');
  if (!cluster) {
    throw new OperatorError('CREDENTIALS_INVALID', `find the cluster of the ${title}`, {
      hint: explainNoCluster(name, context),
    });
  }
  const namespace = context && getText(context, 'namespace')?.trim();
  return { title, cluster, user: named(users, 'user'), namespace: namespace === '' ? undefined : namespace };
}

function explainNoCluster(name: string | undefined, context: Entry | undefined): string {
  if (name === undefined) return 'the kubeconfig has no current-context: set it, or pass --context (KUBE_CONTEXT)';
  return context === undefined
    ? 'the kubeconfig does not contain its current-context: change it, or pass --context (KUBE_CONTEXT)'
    : 'check the field cluster of the context: the kubeconfig has no cluster of this name';
}

function buildNoContextError(requested: string, names: readonly string[]): OperatorError {
  const there = names.length === 0 ? 'the kubeconfig has no contexts' : `available: ${names.join(', ')}`;
  return new OperatorError('CREDENTIALS_INVALID', `find the context ${JSON.stringify(requested)}`, {
    hint: `check --context (KUBE_CONTEXT); ${there}`,
  });
}

/** Returns the URL of the API server. Errors: `UnusableError` if it is not an http or https URL. */
export function parseServer({ cluster }: ChosenContext): URL {
  const text = (getText(cluster, 'server') ?? '').replace(/\/$/, '');
  const server = URL.canParse(text) ? new URL(text) : undefined;
  if (server && /^https?:$/.test(server.protocol)) return server;
  throw new UnusableError(`the server ${JSON.stringify(text)} is not an http or https URL`);
}

/**
 * Rejects plain HTTP, which would expose the token, unless the cluster switches TLS verification off, as for a local
 * proxy. A `proxy-url` does not count, because the proxy only forwards to the server. Errors: `UnusableError`.
 */
export function checkEncrypted(server: URL, { cluster }: ChosenContext): void {
  if (server.protocol === 'https:' || getFlag(cluster, 'insecure-skip-tls-verify')) return;
  throw new UnusableError(`${server.href} is not encrypted; use https, or set insecure-skip-tls-verify: true`);
}
