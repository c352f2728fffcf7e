import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';

import type { OperatorDeclaration, PolicyRule } from '../../declaration/index.ts';
import { clusterScoped } from '../cluster-scoped.ts';
import type { RoleGrant } from './role-grant.ts';
import { mergeRules } from './rules.ts';
import { toKube } from './to-kube.ts';

/** Pure: what finding out who asks for metrics needs. Throws if the operator does not know how. */
export function secureMetricsRules({ name, secureMetrics }: OperatorDeclaration): PolicyRule[] {
  if (secureMetrics !== undefined) return mergeRules(secureMetrics.rules);
  throw new Error(`${name} cannot have secure metrics: it declares no secureMetrics`);
}

/** To the operator what it needs, and a role for those who are to read, which nobody is bound to yet. */
export function grantSecureMetrics(scope: Construct, { name, labels, subject, rules }: RoleGrant): void {
  const reviewer = { name: `${name}-metrics-auth`, labels };
  clusterScoped(new k8s.KubeClusterRole(scope, 'metrics-auth', { metadata: reviewer, rules: toKube(rules) }));
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: reviewer.name };
  clusterScoped(
    new k8s.KubeClusterRoleBinding(scope, 'metrics-auth-binding', { metadata: reviewer, roleRef, subjects: [subject] }),
  );
  clusterScoped(
    new k8s.KubeClusterRole(scope, 'metrics-reader', {
      metadata: { name: `${name}-metrics-reader`, labels },
      rules: [{ nonResourceUrLs: ['/metrics'], verbs: ['get'] }],
    }),
  );
}
