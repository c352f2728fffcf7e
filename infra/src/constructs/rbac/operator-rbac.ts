import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';

import type { OperatorDeclaration, PolicyRule } from '../../declaration/index.ts';
import { clusterScoped } from '../cluster-scoped.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { recommendedLabels } from '../labels.ts';
import { chooseControllers, chooseNamespaces } from './choose.ts';
import { grantSecureMetrics, secureMetricsRules } from './metrics-rbac.ts';
import type { RoleGrant } from './role-grant.ts';
import { mergeRules } from './rules.ts';
import { toKube } from './to-kube.ts';

export interface OperatorRbacProps {
  /** The operator that gets the permissions. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /** Name of the roles and their bindings. @default - the operator's name */
  readonly name?: string;
  /** The ServiceAccount that the operator runs as; the Lease of the leader election lives in its namespace. */
  readonly serviceAccount: { readonly name: string; readonly namespace: string };
  /**
   * Namespaces that the operator may work in, by a Role in each of them. They must exist.
   *
   * @default - all, by a ClusterRole
   */
  readonly namespaces?: readonly string[];
  /** Names of the controllers that run: only what they need is granted. @default - all that are declared */
  readonly controllers?: readonly string[];
  /** Name of the Lease. @default - the declaration's */
  readonly leaseName?: string;
  /**
   * Whether the operator may find out who asks for its metrics, by rights in the whole cluster. Brings the ClusterRole
   * `<name>-metrics-reader`, to bind those to who are to read them.
   *
   * @default false
   */
  readonly secureMetrics?: boolean;
  /** Labels of every role and binding. @default - the recommended labels, component `operator` */
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * The permissions that an operator's declaration asks for: no verb more, no verb less.
 *
 * What its controllers do is granted in the whole cluster (ClusterRole) or in named namespaces (a Role in each);
 * electing a leader always by a Role in the operator's own namespace. Only secure metrics, where they are asked for, need
 * rights in the whole cluster whatever the controllers need.
 *
 * Throws if a controller is not declared, or needs the whole cluster where namespaces are named; and if secure metrics
 * are asked of an operator that does not declare them.
 */
export class OperatorRbac extends Construct {
  /** What the controllers are granted, merged. */
  readonly rules: readonly PolicyRule[];
  /** What the election of a leader is granted. */
  readonly leaderElectionRules: readonly PolicyRule[];
  /** What finding out who asks for metrics is granted: nothing, unless they are secure. */
  readonly secureMetricsRules: readonly PolicyRule[];

  constructor(scope: Construct, id: string, props: OperatorRbacProps) {
    super(scope, id);
    const declaration = givenDeclaration(props.declaration);
    const name = props.name ?? declaration.name;
    const controllers = chooseControllers(declaration, props.controllers);
    const namespaces = chooseNamespaces(declaration, controllers, props.namespaces);
    const labels = props.labels ?? recommendedLabels(declaration, { component: 'operator', instance: name });
    const subject = { kind: 'ServiceAccount', ...props.serviceAccount };

    this.rules = mergeRules(controllers.flatMap(({ rules }) => rules));
    this.leaderElectionRules = leaderElectionRules(declaration, props.leaseName);
    if (namespaces === undefined) {
      grantInCluster(this, { name, labels, subject, rules: this.rules });
    }
    for (const namespace of namespaces ?? []) {
      grantIn(namespace, this, { name, labels, subject, rules: this.rules });
    }
    const election = `${name}-leader-election`;
    grantIn(subject.namespace, this, { name: election, labels, subject, rules: this.leaderElectionRules });
    this.secureMetricsRules = props.secureMetrics === true ? secureMetricsRules(declaration) : [];
    if (props.secureMetrics === true) {
      grantSecureMetrics(this, { name, labels, subject, rules: this.secureMetricsRules });
    }
  }
}

/** The Lease may have another name here than in the declaration, whose rules name it. */
function leaderElectionRules(
  { leaderElection }: OperatorDeclaration,
  leaseName = leaderElection.leaseName,
): PolicyRule[] {
  const renamed = (name: string): string => (name === leaderElection.leaseName ? leaseName : name);
  return mergeRules(
    leaderElection.rules.map((rule) =>
      rule.resourceNames === undefined ? rule : { ...rule, resourceNames: rule.resourceNames.map(renamed) },
    ),
  );
}

// cdk8s-plus's own roles know no resourceNames and make one rule of each resource, hence the plain objects.
function grantInCluster(scope: Construct, { name, labels, subject, rules }: RoleGrant): void {
  const metadata = { name, labels };
  clusterScoped(new k8s.KubeClusterRole(scope, 'cluster-role', { metadata, rules: toKube(rules) }));
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name };
  clusterScoped(
    new k8s.KubeClusterRoleBinding(scope, 'cluster-role-binding', { metadata, roleRef, subjects: [subject] }),
  );
}

function grantIn(namespace: string, scope: Construct, { name, labels, subject, rules }: RoleGrant): void {
  const metadata = { name, namespace, labels };
  new k8s.KubeRole(scope, `role-${namespace}-${name}`, { metadata, rules: toKube(rules) });
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name };
  new k8s.KubeRoleBinding(scope, `role-binding-${namespace}-${name}`, { metadata, roleRef, subjects: [subject] });
}
