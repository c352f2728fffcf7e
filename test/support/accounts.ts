import { formatApiVersion } from '../../operator/runtime/src/base/index.ts';
import { type Client, buildPath } from '../../operator/runtime/src/client/index.ts';
import { ClusterRoleBinding, ServiceAccount } from '../../operator/runtime/src/kinds/index.ts';

/** The namespace and name of a ServiceAccount. */
export interface Account {
  readonly namespace: string;
  readonly name: string;
}

/** Creates a ServiceAccount with all permissions, so that no test fails because one is missing. */
export async function createAccount(client: Client, { namespace, name }: Account): Promise<void> {
  const kind = { apiVersion: formatApiVersion(ServiceAccount), kind: 'ServiceAccount' };
  await client.resource(ServiceAccount).create({ ...kind, metadata: { namespace, name } });
  await client.resource(ClusterRoleBinding).create({
    ...{ apiVersion: formatApiVersion(ClusterRoleBinding), kind: 'ClusterRoleBinding' },
    metadata: { name: `${namespace}-${name}` },
    ...{
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', namespace, name }],
    },
  });
}

/**
 * Requests a token that is valid for an hour.
 * https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#bound-service-account-tokens
 * @param secret binds the token to this Secret, whose deletion then revokes the token; omit it for an unbound token
 */
export async function requestToken(
  client: Client,
  account: Account,
  secret?: { readonly name: string; readonly uid: string },
): Promise<string> {
  const boundObjectRef = secret && { apiVersion: 'v1', kind: 'Secret', ...secret };
  const { status, body } = await client.transport.call({
    method: 'POST',
    path: buildPath(ServiceAccount, { ...account, subresource: 'token' }),
    body: {
      ...{ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' },
      spec: { expirationSeconds: 3_600, ...(boundObjectRef && { boundObjectRef }) },
    },
  });
  if (status !== 201) throw new Error(`failed to create a token for ${account.name}: ${JSON.stringify(body)}`);
  return (body as { readonly status: { readonly token: string } }).status.token;
}

/** Formats the ServiceAccount's user name in the audit log. */
export function formatUser({ namespace, name }: Account): string {
  return `system:serviceaccount:${namespace}:${name}`;
}
