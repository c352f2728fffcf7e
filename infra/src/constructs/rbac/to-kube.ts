import type { k8s } from 'cdk8s-plus-28';

import type { PolicyRule } from '../../declaration/index.ts';

/** Pure: the rules in the type of cdk8s-plus. */
export function toKube(rules: readonly PolicyRule[]): k8s.PolicyRule[] {
  return rules.map(({ apiGroups, resources, resourceNames, verbs }) => ({
    apiGroups: [...apiGroups],
    resources: [...resources],
    ...(resourceNames !== undefined && { resourceNames: [...resourceNames] }),
    verbs: [...verbs],
  }));
}
