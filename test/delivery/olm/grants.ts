import type { OlmBundle } from '@kubewright/infra/olm';

import { type Permissions, getInstallStrategy, type InstallTarget } from './install-strategy.ts';

/** The ServiceAccount and the roles of a bundle, as an administrator creates them to install it by hand. */
export function buildGrants(bundle: OlmBundle, where: InstallTarget): readonly object[] {
  const { permissions = [], clusterPermissions = [] } = getInstallStrategy(bundle);
  const { namespace, targets } = where;
  const accounts = [...permissions, ...clusterPermissions].map(({ serviceAccountName: name }) => name);
  const everywhere = targets.length === 0 ? [...permissions, ...clusterPermissions] : clusterPermissions;
  const inNamespaces = targets.length === 0 ? [] : [...new Set([namespace, ...targets])];
  return [
    ...[...new Set(accounts)].map((name) => ({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name, namespace },
    })),
    ...everywhere.flatMap((each, index) =>
      buildGrant('ClusterRole', { name: `${namespace}-${String(index)}` }, { ...each, namespace }),
    ),
    ...inNamespaces.flatMap((target) =>
      permissions.flatMap((each, index) =>
        buildGrant('Role', { name: `${namespace}-${String(index)}`, namespace: target }, { ...each, namespace }),
      ),
    ),
  ];
}

interface Grant extends Permissions {
  readonly namespace: string;
}

function buildGrant(
  kind: 'Role' | 'ClusterRole',
  metadata: { readonly name: string; readonly namespace?: string },
  { rules, serviceAccountName, namespace }: Grant,
): readonly object[] {
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  return [
    { apiVersion, kind, metadata, rules },
    {
      apiVersion,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', name: serviceAccountName, namespace }],
    },
  ];
}
