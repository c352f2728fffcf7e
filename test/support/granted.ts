import type { Manifest } from './manifests.ts';

/** One right: `group/resource[/subresource] verb`. */
export type Right = string;

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly verbs: readonly string[];
}

interface RoleLike extends Manifest {
  readonly rules?: readonly Rule[];
}

/** Every right that the Roles and ClusterRoles among `manifests` grant. */
export function rightsGranted(manifests: readonly Manifest[]): ReadonlySet<Right> {
  const roles = manifests.filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole') as readonly RoleLike[];
  return new Set(roles.flatMap(({ rules = [] }) => rightsIn(rules)));
}

/** Every right that rules grant. */
export function rightsIn(rules: readonly Rule[]): readonly Right[] {
  return rules.flatMap(({ apiGroups = [], resources = [], verbs }) =>
    apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => right(group, resource, verb)))),
  );
}

/** A right as text. */
export function right(group: string, resource: string, verb: string): Right {
  return `${group === '' ? 'core' : group}/${resource} ${verb}`;
}
