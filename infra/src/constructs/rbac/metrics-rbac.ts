import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';

import type { OperatorDeclaration, PolicyRule } from '../../declaration/index.ts';
import { OptionError } from '../checks/index.ts';
import { clusterScoped } from '../cluster-scoped.ts';
import type { RoleGrant } from './role-grant.ts';
import { mergeRules } from './rules.ts';
import { toKube } from './to-kube.ts';

/**
 * Pure: the rules that the operator needs to check the tokens of metrics clients. Throws if the operator does not
 * declare them.
 */
export function secureMetricsRules({ name, secureMetrics }: OperatorDeclaration): PolicyRule[] {
  if (secureMetrics !== undefined) return mergeRules(secureMetrics.rules);
  throw new OptionError(`${name} cannot have secure metrics: it declares no secureMetrics`);
}

/** Grants the rules to the operator. Also creates a ClusterRole for readers of the metrics, without a binding. */
export function grantSecureMetrics(scope: Construct, { name, labels, annotations, subject, rules }: RoleGrant): void {
  const reviewer = { name: `${name}-metrics-auth`, labels, annotations };
  clusterScoped(new k8s.KubeClusterRole(scope, 'metrics-auth', { metadata: reviewer, rules: toKube(rules) }));
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: reviewer.name };
  clusterScoped(
    new k8s.KubeClusterRoleBinding(scope, 'metrics-auth-binding', { metadata: reviewer, roleRef, subjects: [subject] }),
  );
  clusterScoped(
    new k8s.KubeClusterRole(scope, 'metrics-reader', {
      metadata: { name: `${name}-metrics-reader`, labels, annotations },
      rules: [{ nonResourceUrLs: ['/metrics'], verbs: ['get'] }],
    }),
  );
}
