import type { PolicyDefinition } from '@kubewright/runtime';
import { type DeclaredKind, kindData } from './kind-data.ts';

/** A policy in `declaration.json`: what `definePolicy` says, and the kind as data. */
export interface DeclaredPolicy extends Omit<PolicyDefinition, 'kind'> {
  readonly for: DeclaredKind;
}

/** Pure: a policy as plain data. */
export function policyData({ name, kind, ...rest }: PolicyDefinition): DeclaredPolicy {
  return { name, for: kindData(kind), ...rest };
}
