import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Client, connect } from '../../../operator/runtime/src/client/index.ts';
import { formatApiVersion, type Kind, type PolicyRule, systemClock } from '../../../operator/runtime/src/base/index.ts';
import {
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
  ServiceAccount,
} from '../../../operator/runtime/src/kinds/index.ts';
import type { ControllerDefinition } from '../../../operator/runtime/src/reconcile/index.ts';
import { formatUser, requestToken } from '../../support/accounts.ts';
import { formatPermission, listPermissions, type Permission } from '../../support/granted-permissions.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { until } from '../../support/until.ts';
import { readPermissionUse } from '../../support/used-permissions.ts';

/** A user with exactly the permissions that the declaration of a controller requires. */
export interface UserWithOwnRules extends AsyncDisposable {
  readonly client: Client;
  /** The permissions that its RBAC rules grant, sorted. */
  readonly granted: readonly Permission[];
  /** Returns the permissions that its requests have used so far according to the audit log, sorted. */
  readUsed(): Promise<readonly Permission[]>;
  /** Returns its requests that the API server has rejected because permissions are missing. */
  readForbidden(): Promise<readonly string[]>;
}

interface Place {
  /** A client with administrator permissions. */
  readonly client: Client;
  readonly kubeconfigPath: string;
  readonly auditLogPath: string;
  readonly namespace: string;
  /** Whether the rules apply in the whole cluster, as for cluster-scoped kinds. @default - in the namespace */
  readonly everywhere?: boolean;
}

/**
 * Omits permissions that only some operators use: `list` if the API server does not stream lists, `get` after a lost
 * race, and those on events. The tests in `test/e2e/permissions` use these.
 */
export function omitFallbacks(permissions: readonly Permission[]): readonly Permission[] {
  return permissions.filter((each) => !/ (get|list)$/.test(each) && !each.startsWith('events.k8s.io/'));
}

export async function createUserWithOwnRules(
  definition: ControllerDefinition,
  place: Place,
): Promise<UserWithOwnRules> {
  const { client, namespace, kubeconfigPath, auditLogPath, everywhere = false } = place;
  const { name, rules, api, owns } = definition;
  const account = { namespace, name };
  const typed = (kind: Kind) => ({ apiVersion: formatApiVersion(kind), kind: kind.kind, metadata: account });
  await client.resource(ServiceAccount).create(typed(ServiceAccount));
  const [role, binding] = everywhere ? ([ClusterRole, ClusterRoleBinding] as const) : ([Role, RoleBinding] as const);
  // The name is unique, because two test files of one run may test controllers with the same name.
  const metadata = everywhere ? { name: `${name}-${namespace}` } : account;
  await client.resource<ClusterRole | Role>(role).create({ ...typed(role), metadata, rules: [...rules] });
  await client.resource<ClusterRoleBinding | RoleBinding>(binding).create({
    ...{ ...typed(binding), metadata },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: role.kind, name: metadata.name },
    subjects: [{ kind: 'ServiceAccount', ...account }],
  });
  const [rule] = rules;
  if (rule === undefined) throw new Error(`${name} needs no permissions`);
  await until('the API server knows the rules of the user', () =>
    isAllowed(client, { user: formatUser(account), namespace, rule }),
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'own-rules-'));
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeKubeconfig(kubeconfigPath, { path: kubeconfig, token: await requestToken(client, account) });
  const connection = await connect({ kubeconfig, clock: systemClock });
  const refersToOwner = Object.values(owns).some(({ anyNamespace }) => anyNamespace !== true);
  const finalizers = refersToOwner ? [formatPermission(api.group, `${api.plural}/finalizers`, 'update')] : [];
  const readUse = () => readPermissionUse(auditLogPath, formatUser(account), () => finalizers);
  return {
    client: connection.client,
    granted: listPermissions(rules).toSorted(),
    readUsed: async () => (await readUse()).used,
    readForbidden: async () => (await readUse()).forbidden,
    async [Symbol.asyncDispose]() {
      await connection.client.transport.close();
      await rm(folder, { recursive: true });
    },
  };
}

interface AccessQuestion {
  readonly user: string;
  readonly namespace: string;
  readonly rule: PolicyRule;
}

async function isAllowed(client: Client, { user, namespace, rule }: AccessQuestion): Promise<boolean> {
  const [group, resource, verb, name] = [rule.apiGroups, rule.resources, rule.verbs, rule.resourceNames ?? []].map(
    ([first]) => first,
  );
  const attributes = { namespace, group, resource, verb, name };
  const { body } = await client.transport.call({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    body: {
      ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview' },
      spec: { user, resourceAttributes: attributes },
    },
  });
  return (body as { readonly status?: { readonly allowed?: boolean } }).status?.allowed === true;
}
