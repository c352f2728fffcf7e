import type { OlmBundle } from '@kubewright/infra/olm';

interface Permissions {
  readonly serviceAccountName: string;
  readonly rules: readonly unknown[];
}

interface Strategy {
  readonly permissions?: readonly Permissions[];
  readonly clusterPermissions?: readonly Permissions[];
}

/** Where an OperatorGroup lets an operator work. */
export interface Where {
  /** Its own namespace. */
  readonly namespace: string;
  /** The namespaces that it serves; empty: all. */
  readonly targets: readonly string[];
}

/** The ServiceAccount and the roles that a bundle asks for, as somebody creates them who installs it by hand. */
export function grantsFor({ clusterServiceVersion }: OlmBundle, where: Where): readonly object[] {
  const { install } = clusterServiceVersion.spec as { readonly install: { readonly spec: Strategy } };
  const { permissions = [], clusterPermissions = [] } = install.spec;
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
      grant('ClusterRole', { name: `${namespace}-${String(index)}` }, { ...each, namespace }),
    ),
    ...inNamespaces.flatMap((target) =>
      permissions.flatMap((each, index) =>
        grant('Role', { name: `${namespace}-${String(index)}`, namespace: target }, { ...each, namespace }),
      ),
    ),
  ];
}

interface Grant extends Permissions {
  readonly namespace: string;
}

function grant(
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
