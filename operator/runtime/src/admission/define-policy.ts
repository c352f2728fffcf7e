import { toKebabCase, formatKind, type Kind, OperatorError } from '../base/index.ts';
import { findPolicyProblem } from './check-policy.ts';
import type { PolicyCondition, PolicyDeclaration, PolicyDefinition } from './policy.ts';

/**
 * Whatever a policy says, it is never in the way of a deletion that has begun: the finalizers of an object that it would
 * refuse today can still be removed.
 */
const notBeingDeleted: PolicyCondition = {
  name: 'not-being-deleted',
  cel: "request.operation != 'UPDATE' || !has(object.metadata.deletionTimestamp)",
};

/**
 * Declares what the API server itself checks and completes when objects of `kind` are written: a kind of ours, or any
 * other. From it come a ValidatingAdmissionPolicy (KEP-3488, Kubernetes 1.30), a MutatingAdmissionPolicy (KEP-3962,
 * Kubernetes 1.36), or both, with their bindings. No process takes part, so none can be in the way of a write.
 *
 * Guarantees: an object that is being deleted is neither checked nor completed. Where `@kubewright/infra` deploys it, so
 * is nothing in `kube-system` and in the operator's own namespace.
 *
 * Errors: `DECLARATION_INVALID` for a policy without a rule, for a name that the API server would refuse or that is there
 * twice, and for a text with a bracket or a quote that has no partner. Types and functions are checked by the API server,
 * when the policy is applied.
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
