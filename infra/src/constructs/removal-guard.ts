import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

import { buildRemovalGuard } from '../api-objects/removal-guard.ts';
import { type RemovalGuardOptions, removalGuardGroup } from '../options/index.ts';
import { addObjects, collectOptionErrors } from './add-objects.ts';
import { type Operator, getOperatorPlan } from './operator.ts';

export interface RemovalGuardProps extends RemovalGuardOptions {
  /** The guarded operator. Another chart, deployed separately, may contain it. */
  readonly operator: Operator;
}

/**
 * Rejects the deletion of an operator while custom resources have its finalizers: without the operator, these objects
 * and their namespaces would never be deleted. Protects the operator's namespace, Deployment, ServiceAccount, Services
 * and roles, and the CRDs of these custom resources, from every client: `kubectl`, Argo CD, Flux, Helm, Pulumi.
 *
 * A ValidatingAdmissionPolicy, `<name of the installation>-removal`, reads an annotation in which the leader records which custom
 * resources need the operator. The annotation is on a LimitRange without limits, because the API server always has an
 * informer of LimitRanges. (An informer that it starts for a policy does not restart after the last such policy is
 * deleted, and then returns stale objects.) The annotation stays when the operator is scaled to 0. The leader writes it
 * before a custom resource gets its finalizer, and right after the last one is gone; the API server reads it from a
 * cache that lags by milliseconds. To delete the operator anyway, delete the policy's binding, which the message names.
 *
 * Assumes Kubernetes 1.30, and an operator with `removalGuard: true`. Pruning retains the policy and its binding unless `keep` is
 * `false`: a guard that is pruned with the operator rejects only once.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export class RemovalGuard extends Construct {
  readonly policy: ApiObject;
  readonly binding: ApiObject;

  constructor(scope: Construct, id: string, props: RemovalGuardProps) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const { operator, ...given } = errors.validate<RemovalGuardProps>(props, removalGuardGroup, props);
    const plan = getOperatorPlan(operator);
    if (plan === undefined) errors.add('operator must be an Operator');
    else if (plan.inUseName === undefined) {
      errors.add(
        'operator does not record the custom resources that need it: set removalGuard on an operator with finalizers',
      );
    }
    const objects = addObjects(this, plan ? buildRemovalGuard(plan, given) : {});
    this.policy = objects.get('policy') as ApiObject;
    this.binding = objects.get('binding') as ApiObject;
  }
}
