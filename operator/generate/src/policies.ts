import type { PolicyDefinition } from '@kubewright/runtime';

/** A policy in `declaration.json`: what `definePolicy` says, and the kind as data. */
export interface DeclaredPolicy extends Omit<PolicyDefinition, 'kind'> {
  readonly for: {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
    readonly plural: string;
    readonly scope: 'Namespaced' | 'Cluster';
  };
}

/** Pure: a policy as plain data. */
export function policyData({ name, kind, ...rest }: PolicyDefinition): DeclaredPolicy {
  const { group, version, plural, namespaced } = kind;
  const scope = namespaced ? 'Namespaced' : 'Cluster';
  return { name, for: { group, version, kind: kind.kind, plural, scope }, ...rest };
}
