import type { ApiObject } from 'cdk8s';

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
export interface GuardRule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly operations: readonly ['DELETE'];
  readonly scope: '*';
}

/** Pure: the rules for these objects, by name: what an upgrade no longer has is not among them, so it can be pruned. */
export function rulesOf(objects: readonly ApiObject[]): GuardRule[] {
  return Object.entries(guardedKinds).flatMap(([kind, [group, resource]]) => {
    const names = objects.filter((object) => object.kind === kind).map(({ name }) => name);
    return names.length === 0 ? [] : [ruleOf(group, resource, names)];
  });
}

/** Pure: the objects of this resource and these names. */
export function ruleOf(group: string, resource: string, names: readonly string[]): GuardRule {
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
export function validationsOf(binding: string): object {
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
