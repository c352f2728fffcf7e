import { listAt, type PlainObject } from '../../objects/index.ts';

const prefix = 'rbac.authorization.k8s.io/aggregate-to-';

/** The role of Kubernetes to which this one is added; `undefined` for any other role. */
export function aggregatedTo({ metadata }: PlainObject): string | undefined {
  const label = Object.keys(metadata.labels ?? {}).find((key) => key.startsWith(prefix));
  return label?.slice(prefix.length);
}

/** All that is added to each role of Kubernetes, as if it were one role. */
export function aggregated(roles: readonly PlainObject[]): [to: string, role: PlainObject][] {
  const found = new Map<string, PlainObject>();
  for (const role of roles) {
    const to = aggregatedTo(role);
    if (to === undefined) continue;
    const before = found.get(to);
    found.set(to, { ...role, rules: [...(before ? listAt(before, 'rules') : []), ...listAt(role, 'rules')] });
  }
  return [...found];
}
