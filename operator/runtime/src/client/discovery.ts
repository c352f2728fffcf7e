import { formatApiVersion, formatKind, getMessage, type Kind, onlyMetadata, OperatorError } from '../base/index.ts';
import type { Transport } from './transport.ts';

interface DiscoveryOptions {
  readonly transport: Transport;
  readonly signal: AbortSignal;
}

/**
 * Asks discovery for the plural names of a group version, which every authenticated client may do. Returns an empty
 * set for a 404, and the reason as a text if the request fails in another way. Never rejects. Until the API server knows
 * all CRDs it answers with 503, so one 404 proves that the version is not served.
 *
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/#discovery-roles
 * @param version such as `apps/v1`, or `v1` for the core group
 */
export async function discoverVersion(
  version: string,
  { transport, signal }: DiscoveryOptions,
): Promise<ReadonlySet<string> | string> {
  const path = version.includes('/') ? `/apis/${version}` : `/api/${version}`;
  try {
    const { status, body } = await transport.call({ method: 'GET', path, signal });
    if (status >= 400 && status !== 404) return `discovery of ${version} was answered with ${String(status)}`;
    const { resources = [] } = (status < 400 ? body : {}) as {
      readonly resources?: readonly { readonly name: string }[];
    };
    return new Set(resources.map(({ name }) => name));
  } catch (error) {
    return getMessage(error);
  }
}

/** Whether the API server serves a kind; a text if it does not answer that. Never rejects. */
export async function discoverKind(kind: Kind, options: DiscoveryOptions): Promise<boolean | string> {
  const served = await discoverVersion(formatApiVersion(kind), options);
  return typeof served === 'string' ? served : served.has(kind.plural);
}

/**
 * Finds another version of a kind that the API server serves, with its plural name. Errors: `API_UNAVAILABLE` if the
 * server does not answer.
 */
export async function findOtherVersion(kind: Kind, options: DiscoveryOptions): Promise<Kind | undefined> {
  const { transport, signal } = options;
  const what = `find the versions of ${formatKind(kind)}`;
  const { status, body } = await transport.call({ method: 'GET', path: `/apis/${kind.group}`, signal });
  if (status === 404) return undefined;
  if (status >= 400) throw buildUnansweredError(what, `discovery was answered with ${String(status)}`);
  const { versions } = body as { readonly versions: readonly { readonly version: string }[] };
  for (const { version } of versions) {
    if (version === kind.version) continue;
    const other = { ...onlyMetadata(kind), version };
    const isServed = await discoverKind(other, options);
    if (typeof isServed === 'string') throw buildUnansweredError(what, isServed);
    if (isServed) return other;
  }
  return undefined;
}

function buildUnansweredError(what: string, hint: string): OperatorError {
  return new OperatorError('API_UNAVAILABLE', what, { hint });
}
