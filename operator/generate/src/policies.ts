import type { DeclaredPolicy } from '@kubewright/declaration';
import type { PolicyDefinition } from '@kubewright/runtime';
import { kindData } from './kind-data.ts';

/** Pure: a policy as plain data. */
export function policyData({ name, kind, ...rest }: PolicyDefinition): DeclaredPolicy {
  return { name, for: kindData(kind), ...rest };
}
