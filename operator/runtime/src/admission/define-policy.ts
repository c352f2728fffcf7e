import { toKebabCase, formatKind, type Kind, OperatorError } from '../base/index.ts';
import { findPolicyProblem } from './check-policy.ts';
import type { PolicyCondition, PolicyDeclaration, PolicyDefinition } from './policy.ts';

/**
 * Added to every policy: otherwise finalizers could not be removed from a terminating object that the policy rejects.
 */
const notBeingDeleted: PolicyCondition = {
  name: 'not-being-deleted',
  cel: "request.operation != 'UPDATE' || !has(object.metadata.deletionTimestamp)",
};

/**
 * Declares validations and mutations that the API server itself performs when objects of `kind` are written. Works for
 * kinds of `defineApi` and for any other kind. Generates a ValidatingAdmissionPolicy (KEP-3488, Kubernetes 1.30), a
 * MutatingAdmissionPolicy (KEP-3962, Kubernetes 1.36), or both, with their bindings. Writes do not depend on a process.
 *
 * Guarantees: terminating objects are neither validated nor mutated. If `@kubewright/infra` deploys it, the same holds
 * for `kube-system` and the operator's own namespace.
 *
 * Errors: `DECLARATION_INVALID` for a policy without a rule, for an invalid or duplicate name, and for an unbalanced
 * bracket or quote. The API server checks types and functions when you apply the policy.
 */
export function definePolicy(kind: Kind, declaration: PolicyDeclaration): PolicyDefinition {
  const { operations = ['CREATE', 'UPDATE'], when = [] } = declaration;
  const looksAt = { operations, when: operations.includes('UPDATE') ? [...when, notBeingDeleted] : when };
  const policy: PolicyDefinition = {
    name: toKebabCase(kind.kind),
    kind,
    ...looksAt,
    variables: [],
    validate: [],
    mutate: [],
    actions: ['Deny'],
    failurePolicy: 'Fail',
    ...declaration,
    ...looksAt,
  };
  const hint = findPolicyProblem(policy);
  if (hint !== undefined)
    throw new OperatorError('DECLARATION_INVALID', `define the policy of ${formatKind(kind)}`, { hint });
  return policy;
}
