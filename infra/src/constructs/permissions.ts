import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

import { buildAggregatedRoles, buildPermissions } from '../api-objects/index.ts';
import type { PolicyRule } from '../declaration/index.ts';
import {
  type AggregatedRolesProps,
  aggregatedRolesGroup,
  type OperatorRbacProps,
  operatorRbacGroup,
} from '../options/index.ts';
import { resolveDeclaration, planPermissions, buildRecommendedLabels } from '../plan/index.ts';
import { addObjects, collectOptionErrors } from './add-objects.ts';

const nobody: OperatorRbacProps = { serviceAccount: { name: 'nobody', namespace: 'nowhere' } };

/**
 * Exactly the permissions that an operator declares.
 *
 * The permissions of the controllers are granted in the whole cluster (ClusterRole), or in the given namespaces (a Role
 * in each, and a ClusterRole for kinds that live in no namespace, if a controller needs some). The permissions for leader
 * election are granted by a Role in the operator's own namespace. The permissions for secure metrics are always cluster-wide.
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
    const errors = collectOptionErrors(this);
    const given = errors.validate(props, operatorRbacGroup, nobody);
    const plan = planPermissions(given, { declaration: resolveDeclaration(given.declaration, errors), errors });
    this.rules = plan.rules;
    this.leaderElectionRules = plan.leaderElectionRules;
    this.secureMetricsRules = plan.secureMetricsRules ?? [];
    addObjects(this, buildPermissions(plan));
  }
}

/**
 * For each kind of an operator three ClusterRoles, which Kubernetes adds to its own `admin`, `edit` and `view`: so whoever
 * may edit Deployments in a namespace may edit the kinds of the operator there. Nobody may write their status.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
 */
export class AggregatedRoles extends Construct {
  readonly roles: readonly ApiObject[];

  constructor(scope: Construct, id: string, props: AggregatedRolesProps = {}) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const given = errors.validate(props, aggregatedRolesGroup);
    const declaration = resolveDeclaration(given.declaration, errors);
    const { name = declaration.name, annotations = {} } = given;
    const recommended = buildRecommendedLabels(declaration, { component: 'roles', instance: name });
    const marks = { name, annotations, labels: { ...given.labels, ...recommended } };
    this.roles = [...addObjects(this, buildAggregatedRoles(declaration, marks)).values()];
  }
}
