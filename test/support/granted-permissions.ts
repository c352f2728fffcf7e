import type { Manifest } from './manifests.ts';

/** One permission: `group/resource[/subresource] verb`. */
export type Permission = string;

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly verbs: readonly string[];
}

interface RoleLike extends Manifest {
  readonly rules?: readonly Rule[];
}

/** Lists the permissions that the Roles and ClusterRoles among `manifests` grant. */
export function listGrantedPermissions(manifests: readonly Manifest[]): ReadonlySet<Permission> {
  const roles = manifests.filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole') as readonly RoleLike[];
  return new Set(roles.flatMap(({ rules = [] }) => listPermissions(rules)));
}

export function listPermissions(rules: readonly Rule[]): readonly Permission[] {
  return rules.flatMap(({ apiGroups = [], resources = [], verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb) => formatPermission(group, resource, verb))),
    ),
  );
}

export function formatPermission(group: string, resource: string, verb: string): Permission {
  return `${group === '' ? 'core' : group}/${resource} ${verb}`;
}
