import { listFinalizedApis } from '../declaration/index.ts';
import type { RemovalGuardOptions } from '../options/index.ts';
import { buildClusterMetadata, retainedAnnotations, type OperatorPlan, buildRecommendedLabels } from '../plan/index.ts';
import { type ApiObjects, listNamesByKind } from './api-object.ts';
import { buildOperatorObjects } from './operator.ts';

/**
 * The guarded kinds, as resources: objects that the operator needs and cannot create itself. Omits all other kinds, so
 * that an upgrade can prune an object that you switch off, such as a NetworkPolicy. Omits webhook configurations
 * because API servers exempt them from every policy.
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

/** A rule of the guard's policy: it matches the deletion of these objects. */
interface GuardRule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly operations: readonly ['DELETE'];
  readonly scope: '*';
}

/** Pure: the policy and the binding of `RemovalGuard`. */
export function buildRemovalGuard(operator: OperatorPlan, given: RemovalGuardOptions): ApiObjects {
  const { declaration, name: instance, controllers } = operator;
  const { keep = true, labels, annotations } = given;
  const policyName = `${instance}-removal`;
  const marks = {
    name: policyName,
    labels: { ...labels, ...buildRecommendedLabels(declaration, { component: 'removal-guard', instance }) },
    annotations: { ...annotations, ...(keep && retainedAnnotations) },
  };
  const objects = buildOperatorObjects(operator);
  const crds = listFinalizedApis(declaration, controllers).map(({ plural, group }) => `${plural}.${group}`);
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
        // A rule without names would match every CRD.
        ...(crds.length === 0 ? [] : [buildGuardRule('apiextensions.k8s.io', 'customresourcedefinitions', crds)]),
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

/** Guards objects by name, so an upgrade can prune an object that the manifests no longer contain. */
function buildGuardRules(objects: ApiObjects): GuardRule[] {
  return Object.entries(guardedKinds).flatMap(([kind, [group, resource]]) => {
    const names = listNamesByKind(objects, kind);
    return names.length === 0 ? [] : [buildGuardRule(group, resource, names)];
  });
}

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

/**
 * Pure: rejects deletions while the annotation of the operator's LimitRange names custom resources. A CRD is retained
 * only for custom resources of its own kind.
 */
function buildGuardValidations(binding: string): object {
  return {
    // When a served namespace is deleted, its roles may be deleted even if other namespaces have custom resources. The
    // deletion of the operator's own namespace is rejected before that of its objects.
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
          `'the operator is in use: only it can remove the finalizers of ' + variables.inUse + '. ` +
          'Delete these custom resources first and wait until they are gone. To keep the operator, apply its manifests again, ' +
          'or run helm rollback <release> <latest revision>, because this deletion may have deleted its other objects. ' +
          `To abandon the custom resources, delete this guard: ` +
          `kubectl delete validatingadmissionpolicybinding ${binding}'`,
        reason: 'Forbidden',
      },
    ],
  };
}
