import type { PolicyRule } from '../declaration/index.ts';

/**
 * Pure: the fewest rules that grant exactly the permissions of `rules`. Their order depends only on these permissions.
 * Does not merge rules of different API groups, so that each rule stays readable.
 */
export function mergeRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const grants = mergeBy(rules.flatMap(toGrants), (grant) => [grant.group, grant.resources, grant.names], joinVerbs);
  const merged = mergeBy(grants, (grant) => [grant.group, grant.names, grant.verbs], joinResources);
  return merged.map(toRule).sort((a, b) => compare(toSortKey(a), toSortKey(b)));
}

/** Rules, split by the kind of role that can grant them. */
export interface SplitRules {
  readonly namespaced: readonly PolicyRule[];
  /** Rules for cluster-scoped resources, which only a ClusterRole grants. */
  readonly clusterScoped: readonly PolicyRule[];
}

/**
 * Pure: merges and splits the rules.
 *
 * @param clusterScoped resources such as `nodes` or `tenants.example.com`
 */
export function splitRules(rules: readonly PolicyRule[], clusterScoped: ReadonlySet<string>): SplitRules {
  const single = rules.flatMap((rule) =>
    rule.apiGroups.flatMap((group) =>
      rule.resources.map((resource) => ({ ...rule, apiGroups: [group], resources: [resource] })),
    ),
  );
  const isClusterScoped = ({ apiGroups: [group = ''], resources: [resource = ''] }: PolicyRule): boolean => {
    const [plural = ''] = resource.split('/', 1);
    return clusterScoped.has(group === '' ? plural : `${plural}.${group}`);
  };
  return {
    namespaced: mergeRules(single.filter((rule) => !isClusterScoped(rule))),
    clusterScoped: mergeRules(single.filter(isClusterScoped)),
  };
}

/** Verbs on resources of one group. All lists are sorted; empty `names` means all objects. */
interface Grant {
  readonly group: string;
  readonly resources: readonly string[];
  readonly names: readonly string[];
  readonly verbs: readonly string[];
}

function toGrants(rule: PolicyRule): Grant[] {
  const names = sortUnique(rule.resourceNames ?? []);
  const verbs = sortUnique(rule.verbs);
  return rule.apiGroups.flatMap((group) =>
    rule.resources.map((resource) => ({ group, resources: [resource], names, verbs })),
  );
}

function mergeBy(
  grants: readonly Grant[],
  key: (grant: Grant) => unknown,
  join: (a: Grant, b: Grant) => Grant,
): Grant[] {
  const byKey = new Map<string, Grant>();
  for (const grant of grants) {
    const id = JSON.stringify(key(grant));
    const known = byKey.get(id);
    byKey.set(id, known === undefined ? grant : join(known, grant));
  }
  return [...byKey.values()];
}

const joinVerbs = (a: Grant, b: Grant): Grant => ({ ...a, verbs: sortUnique([...a.verbs, ...b.verbs]) });

const joinResources = (a: Grant, b: Grant): Grant => ({
  ...a,
  resources: sortUnique([...a.resources, ...b.resources]),
});

function toRule({ group, resources, names, verbs }: Grant): PolicyRule {
  return { apiGroups: [group], resources, ...(names.length > 0 && { resourceNames: names }), verbs };
}

function toSortKey(rule: PolicyRule): string {
  return [rule.apiGroups, rule.resources, rule.resourceNames ?? []].map((part) => part.join()).join(' ');
}

function sortUnique(values: readonly string[]): string[] {
  return [...new Set(values)].sort(compare);
}

/** Compares code units, so the result is the same in every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
