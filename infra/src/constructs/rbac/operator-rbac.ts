import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import {
  anyDeclaration,
  annotations,
  boolean,
  installationName,
  labels,
  list,
  namespaceName,
  object,
  objectName,
  optional,
  text,
} from '../../options/index.ts';

import { clusterScopedResources, type OperatorDeclaration, type PolicyRule } from '../../declaration/index.ts';
import { Faults } from '../checks/index.ts';
import { clusterScoped } from '../cluster-scoped.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { recommendedLabels } from '../labels.ts';
import { webhooksName } from '../webhooks/index.ts';
import { chooseControllers, chooseNamespaces } from './choose.ts';
import { grantSecureMetrics, secureMetricsRules } from './metrics-rbac.ts';
import type { RoleGrant } from './role-grant.ts';
import { mergeRules, type PartedRules, partRules } from './rules.ts';
import { toKube } from './to-kube.ts';
import { bundleRules, certificateRules, conversionRules, type GrantedWebhooks, trialRules } from './webhooks-rbac.ts';

export interface OperatorRbacProps {
  /** The operator that gets the permissions. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /** Name of the roles and their bindings. @default - the operator's name */
  readonly name?: string;
  /** The ServiceAccount of the operator. The Lease for leader election is in the same namespace. */
  readonly serviceAccount: { readonly name: string; readonly namespace: string };
  /**
   * Namespaces in which the permissions are granted, by a Role in each of them. They must exist. Permissions for kinds that
   * live in no namespace are granted by a ClusterRole `<name>-cluster-scoped`.
   *
   * @default - the whole cluster, by a ClusterRole
   */
  readonly namespaces?: readonly string[];
  /** Names of the controllers that run: only their permissions are granted. @default - all that are declared */
  readonly controllers?: readonly string[];
  /** Name of the LimitRange in which the operator says which resources need it. @default - it says that nowhere */
  readonly inUseName?: string;
  /** Name of the Lease. @default - the declaration's */
  readonly leaseName?: string;
  /**
   * Grants the cluster-wide permissions to check the tokens of metrics clients. Also creates the ClusterRole
   * `<name>-metrics-reader`: bind the readers of the metrics to it.
   *
   * @default false
   */
  readonly secureMetrics?: boolean;
  /**
   * Grants what the declared webhooks need: their own requests as those of the controllers. The upkeep of the operator's
   * own certificate is granted by a Role and a ClusterRole `<name>-webhooks`, both limited to the names of its objects;
   * the ClusterRole is there even if `namespaces` is set.
   *
   * @default - the operator serves no webhooks
   */
  readonly webhooks?: GrantedWebhooks;
  /** Annotations of every role and binding. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Labels of every role and binding. @default - the recommended labels, component `operator` */
  readonly labels?: Readonly<Record<string, string>>;
}

const shape = object({
  serviceAccount: object({ name: objectName, namespace: namespaceName }),
  ...optional({
    declaration: anyDeclaration,
    name: installationName,
    namespaces: list(namespaceName, { minimum: 1 }),
    controllers: list(text(), { minimum: 1 }),
    leaseName: objectName,
    inUseName: objectName,
    secureMetrics: boolean,
    webhooks: object({ ownCertificate: boolean }),
    ...{ labels, annotations },
  }),
});
const nobody: OperatorRbacProps = { serviceAccount: { name: 'nobody', namespace: 'nowhere' } };

/**
 * Exactly the permissions that an operator declares.
 *
 * The permissions of the controllers are granted in the whole cluster (ClusterRole), or in the given namespaces (a Role
 * in each, and a ClusterRole for kinds that live in no namespace, if a controller needs some). The permissions for leader election are granted by a Role in the operator's own namespace. The permissions
 * for secure metrics are always cluster-wide.
 *
 * The synth fails if a controller is not declared; if namespaces are given and a controller is for a cluster-scoped kind;
 * and if `secureMetrics` or `webhooks` is set for an operator that does not declare them.
 */
export class OperatorRbac extends Construct {
  /** The merged rules of the controllers and of the webhooks that are served. */
  readonly rules: readonly PolicyRule[];
  /** The rules for leader election. */
  readonly leaderElectionRules: readonly PolicyRule[];
  /** The rules for secure metrics; empty without them. */
  readonly secureMetricsRules: readonly PolicyRule[];

  constructor(scope: Construct, id: string, props: OperatorRbacProps) {
    super(scope, id);
    const faults = new Faults(this);
    const given = faults.checked(props, shape, nobody);
    const declaration = givenDeclaration(given.declaration, faults);
    const { name = declaration.name, secureMetrics = false } = given;
    const controllers = faults.attempt(
      () => chooseControllers(declaration, given.controllers),
      declaration.controllers,
    );
    const namespaces = faults.attempt(() => chooseNamespaces(declaration, controllers, given.namespaces), undefined);
    const to = recipient(declaration, name, given);
    const trials = faults.attempt(() => trialRules(declaration, given.webhooks), []);
    this.rules = mergeRules([...controllers.flatMap(({ rules }) => rules), ...trials]);
    this.leaderElectionRules = leaderElectionRules(declaration, given.leaseName);
    if (namespaces === undefined) grantInCluster(this, { name, ...to, rules: this.rules });
    else
      grantInNamespaces(
        this,
        { name, ...to, ...partRules(this.rules, clusterScopedResources(declaration)) },
        namespaces,
      );
    const election = { name: `${name}-leader-election`, ...to, rules: this.leaderElectionRules };
    grantIn(to.subject.namespace, this, election);
    grantInUse(this, to, given.inUseName);
    if (given.webhooks?.ownCertificate === true) {
      grantCertificate(this, { name: webhooksName(name), ...to }, declaration);
    }
    const conversions = faults.attempt(() => conversionRules(declaration, given.webhooks), []);
    grantConversions(this, { name: `${name}-conversions`, ...to, rules: conversions }, namespaces);
    this.secureMetricsRules = secureMetrics ? faults.attempt(() => secureMetricsRules(declaration), []) : [];
    if (secureMetrics) grantSecureMetrics(this, { name, ...to, rules: this.secureMetricsRules });
  }
}

/** Who gets the permissions, and what is on their objects. */
function recipient(
  declaration: OperatorDeclaration,
  instance: string,
  { labels, annotations = {}, serviceAccount }: OperatorRbacProps,
): Omit<RoleGrant, 'name' | 'rules'> {
  return {
    labels: labels ?? recommendedLabels(declaration, { component: 'operator', instance }),
    annotations,
    subject: { kind: 'ServiceAccount', ...serviceAccount },
  };
}

/** The declared rules, with the name of the Lease replaced by `leaseName`. */
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

// Not cdk8s-plus's own roles: they do not support resourceNames, and have one rule for each resource.
function grantInCluster(scope: Construct, { name, labels, annotations, subject, rules }: RoleGrant): void {
  const metadata = { name, labels, annotations };
  clusterScoped(new k8s.KubeClusterRole(scope, 'cluster-role', { metadata, rules: toKube(rules) }));
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name };
  clusterScoped(
    new k8s.KubeClusterRoleBinding(scope, 'cluster-role-binding', { metadata, roleRef, subjects: [subject] }),
  );
}

/** A Role for such a kind would be accepted, and grant nothing. */
function grantInNamespaces(
  scope: Construct,
  { namespaced, clusterScoped, ...to }: Omit<RoleGrant, 'rules'> & PartedRules,
  namespaces: readonly string[],
): void {
  for (const namespace of namespaces) grantIn(namespace, scope, { ...to, rules: namespaced });
  if (clusterScoped.length === 0) return;
  grantInCluster(new Construct(scope, 'cluster-scoped'), {
    ...to,
    name: `${to.name}-cluster-scoped`,
    rules: clusterScoped,
  });
}

function grantInUse(scope: Construct, to: Omit<RoleGrant, 'name' | 'rules'>, name: string | undefined): void {
  if (name === undefined) return;
  const rules = [{ apiGroups: [''], resources: ['limitranges'], resourceNames: [name], verbs: ['get', 'patch'] }];
  grantIn(to.subject.namespace, scope, { name, ...to, rules });
}

/** Nothing is migrated where some namespaces only are served. */
function grantConversions(scope: Construct, grant: RoleGrant, namespaces: readonly string[] | undefined): void {
  if (namespaces === undefined && grant.rules.length > 0) grantInCluster(new Construct(scope, 'conversions'), grant);
}

/** The names of the roles are those of the Secret, and how the names of the configurations begin. */
function grantCertificate(scope: Construct, grant: Omit<RoleGrant, 'rules'>, declaration: OperatorDeclaration): void {
  const { name, subject } = grant;
  grantIn(subject.namespace, scope, { ...grant, rules: certificateRules(name) });
  const rules = bundleRules(name, declaration);
  if (rules.length > 0) grantInCluster(new Construct(scope, 'webhooks'), { ...grant, rules });
}

function grantIn(namespace: string, scope: Construct, { name, labels, annotations, subject, rules }: RoleGrant): void {
  const metadata = { name, namespace, labels, annotations };
  new k8s.KubeRole(scope, `role-${namespace}-${name}`, { metadata, rules: toKube(rules) });
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name };
  new k8s.KubeRoleBinding(scope, `role-binding-${namespace}-${name}`, { metadata, roleRef, subjects: [subject] });
}
