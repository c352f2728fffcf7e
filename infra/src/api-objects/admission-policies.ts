import type { DeclaredPolicy, NamespaceSelector, OperatorDeclaration, PolicyAction } from '../declaration/index.ts';
import {
  buildClusterMetadata,
  type OptionErrors,
  type CommonMetadata,
  selectNamespaces,
  OptionError,
} from '../plan/index.ts';
import type { ApiObjects } from './api-object.ts';

/** Whether policies reject and mutate objects, or only warn. */
export type PolicyMode = 'enforce' | 'warn';

/** Scope and mode of one installation's policies. */
export interface PoliciesPlan {
  readonly mode: PolicyMode;
  /** The operator's namespace, which policies exclude: the operator could not repair a policy that rejects its Pods. */
  readonly ownNamespace: string;
  /** The namespaces that policies match; `undefined` for all except kube-system and the operator's own. */
  readonly namespaces: readonly string[] | undefined;
  readonly marks: CommonMetadata;
}

/** Pure, except that it adds to `errors`. Returns each policy, followed by its binding. */
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
 * Excludes `kube-system`, where the cluster itself runs, and the operator's namespace.
 *
 * Throws if namespaces are limited and the kind is cluster-scoped: a namespace selector always selects such objects.
 */
function buildNamespaceSelector(
  { name, for: { kind, scope } }: DeclaredPolicy,
  { ownNamespace, namespaces }: Pick<PoliciesPlan, 'ownNamespace' | 'namespaces'>,
): NamespaceSelector {
  if (namespaces !== undefined && scope === 'Cluster') {
    throw new OptionError(
      `the policy ${name} cannot be limited to namespaces: ${kind} is cluster-scoped. ` +
        'Remove namespaces, or do not deploy policies',
    );
  }
  return {
    matchExpressions: [
      ...(namespaces === undefined ? [] : [selectNamespaces('In', namespaces)]),
      selectNamespaces('NotIn', ['kube-system', ownNamespace]),
    ],
  };
}

/** The spec of a policy or binding, without name and labels. */
interface PolicySpec {
  readonly kind: string;
  readonly spec: object;
}

interface PolicyPlan {
  /** Name of the policy and its binding. */
  readonly name: string;
  readonly mode: PolicyMode;
  readonly namespaceSelector: NamespaceSelector;
}

/**
 * Returns up to four objects: a policy and a binding that validate, and a policy and a binding that mutate. Mode `warn`
 * does not mutate.
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
  // The API server rejects mutations of deleted objects.
  const operations = policy.operations.filter((operation) => operation !== 'DELETE');
  return [
    {
      kind: 'MutatingAdmissionPolicy',
      // Runs again if the object is mutated after it, for example by a webhook that adds a container.
      spec: { ...buildMatchSpec(policy, operations), mutations, reinvocationPolicy: 'IfNeeded' },
    },
    { kind: 'MutatingAdmissionPolicyBinding', spec: { policyName: name, matchResources: { namespaceSelector } } },
  ];
}

/** Builds the part of the spec that validating and mutating policies share. */
function buildMatchSpec(policy: DeclaredPolicy, operations: DeclaredPolicy['operations']): object {
  const { group, version, plural, scope } = policy.for;
  const rule = { apiGroups: [group], apiVersions: [version], resources: [plural], operations, scope };
  const { namespaceSelector } = policy;
  return {
    failurePolicy: policy.failurePolicy,
    matchConstraints: {
      // The policy also matches writes in other versions of the group, which the API server converts.
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
