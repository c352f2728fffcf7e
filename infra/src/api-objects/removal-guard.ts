import { listFinalizedApis } from '../declaration/index.ts';
import type { RemovalGuardOptions } from '../options/index.ts';
import { buildClusterMetadata, retainedAnnotations, type OperatorPlan, buildRecommendedLabels } from '../plan/index.ts';
import { type ApiObjects, listNamesByKind } from './api-object.ts';
import { buildOperatorObjects } from './operator.ts';

/**
 * What the operator cannot work without, and cannot create itself: the kinds of its objects, as resources. The other kinds
 * are left out so that an upgrade can prune what somebody has switched off, such as a NetworkPolicy. Webhook
 * configurations belong here, too, but API servers exempt them from every policy.
 */
const guardedKinds: Readonly<Record<string, readonly [group: string, resource: string]>> = {
  ServiceAccount: ['', 'serviceaccounts'],
  Service: ['', 'services'],
  Secret: ['', 'secrets'],
  LimitRange: ['', 'limitranges'],
  Deployment: ['apps', 'deployments'],
  Certificate: ['cert-manager.io', 'certificates'],
  Role: ['rbac.authorization.k8s.io', 'roles'],
  RoleBinding: ['rbac.authorization.k8s.io', 'rolebindings'],
  ClusterRole: ['rbac.authorization.k8s.io', 'clusterroles'],
  ClusterRoleBinding: ['rbac.authorization.k8s.io', 'clusterrolebindings'],
};

/** One rule of a policy: these objects, when they are deleted. */
interface GuardRule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly operations: readonly ['DELETE'];
  readonly scope: '*';
}

/** Pure: refuses to delete the operator, as `RemovalGuard` says. */
export function buildRemovalGuard(operator: OperatorPlan, given: RemovalGuardOptions): ApiObjects {
  const { declaration, name: instance } = operator;
  const { controllers = operator.controllers, keep = true, labels, annotations } = given;
  const policyName = `${instance}-removal`;
  const marks = {
    name: policyName,
    labels: { ...labels, ...buildRecommendedLabels(declaration, { component: 'removal-guard', instance }) },
    annotations: { ...annotations, ...(keep && retainedAnnotations) },
  };
  const objects = buildOperatorObjects(operator);
  const definitions = listFinalizedApis(declaration, controllers).map(({ plural, group }) => `${plural}.${group}`);
  const inNamespaces = Object.values(objects).flatMap(({ metadata }) => metadata.namespace ?? []);
  const values = [...new Set([operator.namespace, ...inNamespaces])];
  const api = { apiVersion: 'admissionregistration.k8s.io/v1', metadata: buildClusterMetadata(marks) };
  const policy = {
    failurePolicy: 'Fail',
    paramKind: { apiVersion: 'v1', kind: 'LimitRange' },
    matchConstraints: {
      matchPolicy: 'Equivalent',
      namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values }] },
      resourceRules: [
        buildGuardRule('', 'namespaces', [operator.namespace]),
        ...buildGuardRules(objects),
        buildGuardRule('apiextensions.k8s.io', 'customresourcedefinitions', definitions),
      ],
    },
    ...buildGuardValidations(policyName),
  };
  const binding = {
    policyName,
    paramRef: {
      name: operator.inUseName ?? 'unknown',
      namespace: operator.namespace,
      parameterNotFoundAction: 'Allow',
    },
    validationActions: ['Deny'],
  };
  return {
    policy: { ...api, kind: 'ValidatingAdmissionPolicy', spec: policy },
    binding: { ...api, kind: 'ValidatingAdmissionPolicyBinding', spec: binding },
  };
}

/** By name: what an upgrade no longer has is not among them, so it can be pruned. */
function buildGuardRules(objects: ApiObjects): GuardRule[] {
  return Object.entries(guardedKinds).flatMap(([kind, [group, resource]]) => {
    const names = listNamesByKind(objects, kind);
    return names.length === 0 ? [] : [buildGuardRule(group, resource, names)];
  });
}

/** Pure: the objects of this resource and these names. */
function buildGuardRule(group: string, resource: string, names: readonly string[]): GuardRule {
  return {
    apiGroups: [group],
    apiVersions: ['*'],
    resources: [resource],
    resourceNames: [...new Set(names)],
    operations: ['DELETE'],
    scope: '*',
  };
}

/** Pure: refuses by what the operator says in its LimitRange. A definition is refused only for resources of its own kind. */
function buildGuardValidations(binding: string): object {
  return {
    // A served namespace with roles of the operator goes, though others still have resources. Its own is refused before.
    matchConditions: [
      {
        name: 'not-of-a-deleted-namespace',
        expression: "request.userInfo.username != 'system:serviceaccount:kube-system:namespace-controller'",
      },
    ],
    variables: [
      {
        name: 'inUse',
        expression: "params.metadata.?annotations[?'operators.kubewright.dev/in-use'].orValue('')",
      },
      { name: 'isDefinition', expression: "request.resource.resource == 'customresourcedefinitions'" },
    ],
    validations: [
      {
        expression: "variables.isDefinition ? !variables.inUse.contains(request.name + ' (') : variables.inUse == ''",
        message: 'the operator is in use',
        messageExpression:
          `'the operator is in use: it alone can remove the finalizers of ' + variables.inUse + '. ` +
          'Delete these resources first and wait until they are gone. To keep the operator, apply its manifests again, ' +
          `because this deletion may have deleted other objects of it. To leave the resources behind, delete this guard: ` +
          `kubectl delete validatingadmissionpolicybinding ${binding}'`,
        reason: 'Forbidden',
      },
    ],
  };
}
