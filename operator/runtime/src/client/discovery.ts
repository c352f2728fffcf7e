import { formatApiVersion, getMessage, type Kind } from '../base/index.ts';
import type { Transport } from './transport.ts';

/**
 * Asks discovery whether the API server serves a kind, which every authenticated client may do. Returns a text if the
 * server does not answer that. Never rejects.
 *
 * The API server answers with 503, not with 404, until it knows all CRDs: one answer is enough.
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/#discovery-roles
 */
export async function discoverKind(
  kind: Kind,
  { transport, signal }: { readonly transport: Transport; readonly signal: AbortSignal },
): Promise<boolean | string> {
  const version = formatApiVersion(kind);
  const path = kind.group === '' ? `/api/${version}` : `/apis/${version}`;
  try {
    const { status, body } = await transport.call({ method: 'GET', path, signal });
    if (status >= 400 && status !== 404) return `discovery of ${version} was answered with ${String(status)}`;
    const { resources = [] } = (status < 400 ? body : {}) as {
      readonly resources?: readonly { readonly name: string }[];
    };
    return resources.some(({ name }) => name === kind.plural);
  } catch (error) {
    return getMessage(error);
  }
}
