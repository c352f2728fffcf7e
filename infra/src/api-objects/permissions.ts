import type { OperatorDeclaration, PolicyRule } from '../declaration/index.ts';
import { buildClusterMetadata, type CommonMetadata, buildMetadata, type PermissionsPlan } from '../plan/index.ts';
import type { ApiObjectData, ApiObjects } from './api-object.ts';

const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' };
const apiGroup = 'rbac.authorization.k8s.io';

/** Pure: a role and a binding for each grant. */
export function buildPermissions(plan: PermissionsPlan): ApiObjects {
  const pairs = plan.grants.map(({ name, namespace, rules, id }) =>
    namespace === undefined
      ? buildClusterRole(plan, {
          name,
          rules,
          ids: ['cluster-role', 'cluster-role-binding'].map((each) => prefixId(id, each)),
        })
      : buildRole(plan, { name, namespace, rules }),
  );
  return Object.fromEntries([...pairs, buildMetricsRoles(plan)].flatMap((each) => Object.entries(each)));
}

function prefixId(parent: string | undefined, id: string): string {
  return parent === undefined ? id : `${parent}-${id}`;
}

interface NamedRules {
  readonly name: string;
  readonly rules: readonly PolicyRule[];
}

function buildRole(
  plan: PermissionsPlan,
  { name, namespace, rules }: NamedRules & { readonly namespace: string },
): ApiObjects {
  const metadata = buildMetadata({ ...plan, namespace }, name);
  return {
    [`role-${namespace}-${name}`]: { ...rbac, kind: 'Role', metadata, rules },
    [`role-binding-${namespace}-${name}`]: { ...rbac, ...buildBinding(plan, 'Role', name), metadata },
  };
}

function buildClusterRole(
  plan: PermissionsPlan,
  { name, rules, ids: [role = '', bound = ''] }: NamedRules & { readonly ids: readonly string[] },
): ApiObjects {
  const metadata = buildClusterMetadata(plan, name);
  return {
    [role]: { ...rbac, kind: 'ClusterRole', metadata, rules },
    [bound]: { ...rbac, ...buildBinding(plan, 'ClusterRole', name), metadata },
  };
}

function buildBinding(
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

/** Lets the operator check tokens. Also creates a ClusterRole for metrics readers, without a binding. */
function buildMetricsRoles(plan: PermissionsPlan): ApiObjects {
  const { name, secureMetricsRules: rules } = plan;
  if (rules === undefined) return {};
  const reader = buildClusterMetadata(plan, `${name}-metrics-reader`);
  return {
    ...buildClusterRole(plan, { name: `${name}-metrics-auth`, rules, ids: ['metrics-auth', 'metrics-auth-binding'] }),
    'metrics-reader': {
      ...rbac,
      kind: 'ClusterRole',
      metadata: reader,
      rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
    },
  };
}

/** The verbs on a kind, by the user-facing role of Kubernetes that gets them. */
const verbs = {
  admin: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  edit: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  view: ['get', 'list', 'watch'],
} as const;

/**
 * Pure: three ClusterRoles per kind, which Kubernetes aggregates into its own `admin`, `edit` and `view`. None of them
 * grants writes of the status.
 */
export function buildAggregatedRoles({ apis }: OperatorDeclaration, marks: CommonMetadata): ApiObjects {
  const kinds = new Map(apis.map((api) => [`${api.plural}.${api.group}`, api]));
  const roles = [...kinds].flatMap(([kind, api]) =>
    Object.entries(verbs).map(([role, verbs]): [string, ApiObjectData] => {
      const { labels, ...metadata } = buildClusterMetadata(marks, `${marks.name}-${api.kind.toLowerCase()}-${role}`);
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
