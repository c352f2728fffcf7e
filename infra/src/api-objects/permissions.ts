import type { OperatorDeclaration, PolicyRule } from '../declaration/index.ts';
import { clusterMetadata, type Marks, metadataOf, type PermissionsPlan } from '../plan/index.ts';
import type { ApiObjectData, ApiObjects } from './api-object.ts';

const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' };
const apiGroup = 'rbac.authorization.k8s.io';

/** Pure: for each grant a role and its binding. */
export function permissionObjects(plan: PermissionsPlan): ApiObjects {
  const pairs = plan.grants.map(({ name, namespace, rules, id }) =>
    namespace === undefined
      ? inCluster(plan, { name, rules, ids: ['cluster-role', 'cluster-role-binding'].map((each) => idIn(id, each)) })
      : inNamespace(plan, { name, namespace, rules }),
  );
  return Object.fromEntries([...pairs, secureMetrics(plan)].flatMap((each) => Object.entries(each)));
}

function idIn(parent: string | undefined, id: string): string {
  return parent === undefined ? id : `${parent}-${id}`;
}

interface Granted {
  readonly name: string;
  readonly rules: readonly PolicyRule[];
}

function inNamespace(
  plan: PermissionsPlan,
  { name, namespace, rules }: Granted & { readonly namespace: string },
): ApiObjects {
  const metadata = metadataOf({ ...plan, namespace }, name);
  return {
    [`role-${namespace}-${name}`]: { ...rbac, kind: 'Role', metadata, rules },
    [`role-binding-${namespace}-${name}`]: { ...rbac, ...binding(plan, 'Role', name), metadata },
  };
}

function inCluster(
  plan: PermissionsPlan,
  { name, rules, ids: [role = '', bound = ''] }: Granted & { readonly ids: readonly string[] },
): ApiObjects {
  const metadata = clusterMetadata(plan, name);
  return {
    [role]: { ...rbac, kind: 'ClusterRole', metadata, rules },
    [bound]: { ...rbac, ...binding(plan, 'ClusterRole', name), metadata },
  };
}

function binding(
  { serviceAccount }: PermissionsPlan,
  kind: 'ClusterRole' | 'Role',
  name: string,
): Omit<ApiObjectData, 'apiVersion' | 'metadata'> & { readonly kind: string } {
  return {
    kind: `${kind}Binding`,
    roleRef: { apiGroup, kind, name },
    subjects: [{ kind: 'ServiceAccount', ...serviceAccount }],
  };
}

/** Grants the operator to check tokens. Also creates a ClusterRole for readers of the metrics, without a binding. */
function secureMetrics(plan: PermissionsPlan): ApiObjects {
  const { name, secureMetricsRules: rules } = plan;
  if (rules === undefined) return {};
  const reader = clusterMetadata(plan, `${name}-metrics-reader`);
  return {
    ...inCluster(plan, { name: `${name}-metrics-auth`, rules, ids: ['metrics-auth', 'metrics-auth-binding'] }),
    'metrics-reader': {
      ...rbac,
      kind: 'ClusterRole',
      metadata: reader,
      rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
    },
  };
}

/** What the roles of the cluster that people have get for a kind. */
const verbs = {
  admin: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  edit: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  view: ['get', 'list', 'watch'],
} as const;

/**
 * Pure: for each kind of an operator three ClusterRoles, which Kubernetes adds to its own `admin`, `edit` and `view`. Nobody
 * may write their status.
 */
export function aggregatedRoles({ apis }: OperatorDeclaration, marks: Marks): ApiObjects {
  const kinds = new Map(apis.map((api) => [`${api.plural}.${api.group}`, api]));
  const roles = [...kinds].flatMap(([kind, api]) =>
    Object.entries(verbs).map(([role, verbs]): [string, ApiObjectData] => {
      const { labels, ...metadata } = clusterMetadata(marks, `${marks.name}-${api.kind.toLowerCase()}-${role}`);
      const rules = [
        { apiGroups: [api.group], resources: [api.plural], verbs: [...verbs] },
        { apiGroups: [api.group], resources: [`${api.plural}/status`], verbs: ['get'] },
      ];
      const added = { ...labels, [`rbac.authorization.k8s.io/aggregate-to-${role}`]: 'true' };
      return [`${kind}-${role}`, { ...rbac, kind: 'ClusterRole', metadata: { ...metadata, labels: added }, rules }];
    }),
  );
  return Object.fromEntries(roles);
}
