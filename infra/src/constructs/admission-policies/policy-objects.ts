import type { DeclaredPolicy, NamespaceSelector, PolicyAction } from '../../declaration/index.ts';

/** Whether policies refuse and complete, or only warn. */
export type PolicyMode = 'enforce' | 'warn';

/** One of the objects of a policy, but for its name and labels. */
export interface PolicyObject {
  readonly kind: string;
  readonly spec: object;
}

/** How a policy is deployed. */
export interface PolicyPlan {
  /** Name of its objects: the bindings refer to it. */
  readonly name: string;
  readonly mode: PolicyMode;
  readonly namespaceSelector: NamespaceSelector;
}

/**
 * Pure: the objects of a policy, each binding behind what it binds. A policy that checks and completes has four. None
 * completes an object in the mode `warn`.
 */
export function policyObjects(policy: DeclaredPolicy, plan: PolicyPlan): PolicyObject[] {
  return [
    ...(policy.mutate.length > 0 && plan.mode === 'enforce' ? mutating(policy, plan) : []),
    ...(policy.validate.length > 0 ? validating(policy, plan) : []),
  ];
}

function validating(policy: DeclaredPolicy, { name, mode, namespaceSelector }: PolicyPlan): PolicyObject[] {
  const validations = policy.validate.map(({ cel, message, messageCel, reason }) => ({
    expression: cel,
    message,
    ...(messageCel !== undefined && { messageExpression: messageCel }),
    ...(reason !== undefined && { reason }),
  }));
  const validationActions = mode === 'warn' ? warned(policy.actions) : policy.actions;
  return [
    { kind: 'ValidatingAdmissionPolicy', spec: { ...matching(policy, policy.operations), validations } },
    {
      kind: 'ValidatingAdmissionPolicyBinding',
      spec: { policyName: name, validationActions, matchResources: { namespaceSelector } },
    },
  ];
}

function mutating(policy: DeclaredPolicy, { name, namespaceSelector }: PolicyPlan): PolicyObject[] {
  const mutations = policy.mutate.map((mutation) =>
    'apply' in mutation
      ? { patchType: 'ApplyConfiguration', applyConfiguration: { expression: mutation.apply } }
      : { patchType: 'JSONPatch', jsonPatch: { expression: mutation.jsonPatch } },
  );
  // The API server refuses a mutation of what is deleted.
  const operations = policy.operations.filter((operation) => operation !== 'DELETE');
  return [
    {
      kind: 'MutatingAdmissionPolicy',
      // Other mutations may come between: a webhook that adds a container, which a policy then completes.
      spec: { ...matching(policy, operations), mutations, reinvocationPolicy: 'IfNeeded' },
    },
    { kind: 'MutatingAdmissionPolicyBinding', spec: { policyName: name, matchResources: { namespaceSelector } } },
  ];
}

/** The part that is the same whether a policy checks or completes. */
function matching(policy: DeclaredPolicy, operations: DeclaredPolicy['operations']): object {
  const { group, version, plural, scope } = policy.for;
  const rule = { apiGroups: [group], apiVersions: [version], resources: [plural], operations, scope };
  const { namespaceSelector } = policy;
  return {
    failurePolicy: policy.failurePolicy,
    matchConstraints: {
      // A write in another version of the group is converted, and looked at, too.
      matchPolicy: 'Equivalent',
      ...(namespaceSelector !== undefined && { namespaceSelector }),
      resourceRules: [rule],
    },
    ...(policy.when.length > 0 && { matchConditions: policy.when.map(expressionOf) }),
    ...(policy.variables.length > 0 && { variables: policy.variables.map(expressionOf) }),
  };
}

function expressionOf({ name, cel }: DeclaredPolicy['variables'][number]): object {
  return { name, expression: cel };
}

function warned(actions: readonly PolicyAction[]): readonly PolicyAction[] {
  return actions.map((action) => (action === 'Deny' ? 'Warn' : action));
}
