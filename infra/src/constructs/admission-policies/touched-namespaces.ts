import type { DeclaredPolicy, NamespaceSelector } from '../../declaration/index.ts';
import { OptionError } from '../checks/index.ts';
import { namespacesByName } from '../namespaces-by-name.ts';

/** Where the policies of one installation hold. */
export interface Reach {
  /** Namespace of the operator: a policy that refuses its Pods could not be repaired by it. */
  readonly ownNamespace: string;
  /** @default - all others, except for kube-system */
  readonly namespaces?: readonly string[];
}

/**
 * Pure: selects the namespaces in which a policy holds: never `kube-system`, in which the cluster itself runs, nor that
 * of the operator.
 *
 * Throws for a kind without namespaces if the reach is limited: such an object is in no namespace, and always selected.
 */
export function touchedNamespaces({ name, for: { kind, scope } }: DeclaredPolicy, reach: Reach): NamespaceSelector {
  const { ownNamespace, namespaces } = reach;
  if (namespaces !== undefined && scope === 'Cluster') {
    throw new OptionError(
      `the policy ${name} cannot be limited to namespaces: ${kind} lives in none. ` +
        'Leave out namespaces, or deploy no policies',
    );
  }
  return {
    matchExpressions: [
      ...(namespaces === undefined ? [] : [namespacesByName('In', namespaces)]),
      namespacesByName('NotIn', ['kube-system', ownNamespace]),
    ],
  };
}
