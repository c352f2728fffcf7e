import type { DeclaredPolicy, NamespaceSelector, OperatorDeclaration, PolicyAction } from '../declaration/index.ts';
import {
  buildClusterMetadata,
  type OptionErrors,
  type CommonMetadata,
  selectNamespaces,
  OptionError,
} from '../plan/index.ts';
import type { ApiObjects } from './api-object.ts';

/** Whether policies refuse and complete, or only warn. */
export type PolicyMode = 'enforce' | 'warn';

/** Where the policies of one installation hold, and how. */
export interface PoliciesPlan {
  readonly mode: PolicyMode;
  /** Namespace of the operator: a policy that refuses its Pods could not be repaired by it. */
  readonly ownNamespace: string;
  /** `undefined`: all others, except for kube-system. */
  readonly namespaces: readonly string[] | undefined;
  readonly marks: CommonMetadata;
}

/** Pure, but for the faults: the policies, and behind each its binding. */
export function buildAdmissionPolicies(
  { policies = [] }: OperatorDeclaration,
  { mode, marks, ...reach }: PoliciesPlan,
  errors: OptionErrors,
): ApiObjects {
  const objects = policies.flatMap((policy) => {
    const name = `${marks.name}-${policy.name}`;
    const namespaceSelector = errors.attempt(() => buildNamespaceSelector(policy, reach), {});
    const api = { apiVersion: 'admissionregistration.k8s.io/v1', metadata: buildClusterMetadata(marks, name) };
    const specs = buildPolicySpecs(policy, { name, mode, namespaceSelector });
    return specs.map(({ kind, spec }) => [`${kind}-${name}`, { ...api, kind, spec }] as const);
  });
  return Object.fromEntries(objects);
}

/**
 * Never `kube-system`, in which the cluster itself runs, nor the namespace of the operator.
 *
 * Throws for a kind without namespaces if the reach is limited: such an object is in no namespace, and always selected.
 */
function buildNamespaceSelector(
  { name, for: { kind, scope } }: DeclaredPolicy,
  { ownNamespace, namespaces }: Pick<PoliciesPlan, 'ownNamespace' | 'namespaces'>,
): NamespaceSelector {
  if (namespaces !== undefined && scope === 'Cluster') {
    throw new OptionError(
      `the policy ${name} cannot be limited to namespaces: ${kind} lives in none. ` +
        'Leave out namespaces, or deploy no policies',
    );
  }
  return {
    matchExpressions: [
      ...(namespaces === undefined ? [] : [selectNamespaces('In', namespaces)]),
      selectNamespaces('NotIn', ['kube-system', ownNamespace]),
    ],
  };
}

/** One of the objects of a policy, but for its name and labels. */
interface PolicySpec {
  readonly kind: string;
  readonly spec: object;
}

/** How a policy is deployed. */
interface PolicyPlan {
  /** Name of its objects: the bindings refer to it. */
  readonly name: string;
  readonly mode: PolicyMode;
  readonly namespaceSelector: NamespaceSelector;
}

/**
 * The objects of a policy, each binding behind what it binds. A policy that checks and completes has four. None
 * completes an object in the mode `warn`.
 */
function buildPolicySpecs(policy: DeclaredPolicy, plan: PolicyPlan): PolicySpec[] {
  return [
    ...(policy.mutate.length > 0 && plan.mode === 'enforce' ? buildMutatingSpecs(policy, plan) : []),
    ...(policy.validate.length > 0 ? buildValidatingSpecs(policy, plan) : []),
  ];
}

function buildValidatingSpecs(policy: DeclaredPolicy, { name, mode, namespaceSelector }: PolicyPlan): PolicySpec[] {
  const validations = policy.validate.map(({ cel, message, messageCel, reason }) => ({
    expression: cel,
    message,
    ...(messageCel !== undefined && { messageExpression: messageCel }),
    ...(reason !== undefined && { reason }),
  }));
  const validationActions = mode === 'warn' ? toWarnActions(policy.actions) : policy.actions;
  return [
    { kind: 'ValidatingAdmissionPolicy', spec: { ...buildMatchSpec(policy, policy.operations), validations } },
    {
      kind: 'ValidatingAdmissionPolicyBinding',
      spec: { policyName: name, validationActions, matchResources: { namespaceSelector } },
    },
  ];
}

function buildMutatingSpecs(policy: DeclaredPolicy, { name, namespaceSelector }: PolicyPlan): PolicySpec[] {
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
      spec: { ...buildMatchSpec(policy, operations), mutations, reinvocationPolicy: 'IfNeeded' },
    },
    { kind: 'MutatingAdmissionPolicyBinding', spec: { policyName: name, matchResources: { namespaceSelector } } },
  ];
}

/** The part that is the same whether a policy checks or completes. */
function buildMatchSpec(policy: DeclaredPolicy, operations: DeclaredPolicy['operations']): object {
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
    ...(policy.when.length > 0 && { matchConditions: policy.when.map(toNamedExpression) }),
    ...(policy.variables.length > 0 && { variables: policy.variables.map(toNamedExpression) }),
  };
}

function toNamedExpression({ name, cel }: DeclaredPolicy['variables'][number]): object {
  return { name, expression: cel };
}

function toWarnActions(actions: readonly PolicyAction[]): readonly PolicyAction[] {
  return actions.map((action) => (action === 'Deny' ? 'Warn' : action));
}
