import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

import { buildAggregatedRoles, buildPermissions } from '../api-objects/permissions.ts';
import {
  type AggregatedRolesProps,
  aggregatedRolesGroup,
  type OperatorRbacProps,
  operatorRbacGroup,
} from '../options/index.ts';
import { resolveDeclaration, planPermissions, buildRecommendedLabels } from '../plan/index.ts';
import { addObjects, collectOptionErrors } from './add-objects.ts';

const invalid: OperatorRbacProps = { serviceAccount: { name: 'invalid', namespace: 'nowhere' } };

/**
 * Exactly the permissions that an operator declares.
 *
 * Controllers get their permissions cluster-wide (ClusterRole), or in the given namespaces (a Role in each, and a
 * ClusterRole for the cluster-scoped kinds that a controller needs). A Role in the operator's namespace grants leader
 * election. The permissions for secure metrics are always cluster-wide.
 *
 * The synth fails if a controller is not declared; if namespaces are given and a controller is for a cluster-scoped
 * kind; and if `secureMetrics` or `webhooks` is set for an operator that does not declare them.
 */
export class OperatorRbac extends Construct {
  constructor(scope: Construct, id: string, props: OperatorRbacProps) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const given = errors.validate(props, operatorRbacGroup, invalid);
    const plan = planPermissions(given, { declaration: resolveDeclaration(given.declaration, errors), errors });
    addObjects(this, buildPermissions(plan));
  }
}

/**
 * Three ClusterRoles per kind of an operator, which Kubernetes aggregates into its own `admin`, `edit` and `view`:
 * users who may edit Deployments in a namespace may edit the operator's kinds there. The roles do not grant writes of
 * the status.
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
