import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

import { buildRemovalGuard } from '../api-objects/index.ts';
import { type RemovalGuardOptions, removalGuardGroup } from '../options/index.ts';
import { resolveDeclaration } from '../plan/index.ts';
import { addObjects, collectOptionErrors } from './add-objects.ts';
import { type Operator, getOperatorPlan } from './operator.ts';

export interface RemovalGuardProps extends RemovalGuardOptions {
  /** The operator that is guarded. It may be in another chart, which is deployed by itself. */
  readonly operator: Operator;
}

/**
 * Refuses to delete an operator while there are resources with its finalizers, which nobody else removes: they, and their
 * namespaces, could never be deleted. Refused is the deletion of the operator's namespace, its Deployment, ServiceAccount,
 * Services and roles, and of the definitions of these resources, whoever asks: `kubectl`, Argo CD, Flux, Helm, Pulumi.
 *
 * A ValidatingAdmissionPolicy named `<operator>-removal`. It reads an annotation in which the leader says which resources
 * need it: of a LimitRange without limits, as the API server has an informer of LimitRanges anyway. (One that it starts for a
 * policy is never started again after the last such policy is gone, and then shows the past.) The annotation stays when
 * the operator is scaled to 0. The leader writes the annotation before a resource gets its finalizer, and again at once after
 * the last resource is gone; the API server reads it from a cache that lags by milliseconds. To delete the operator
 * nevertheless, delete the policy's binding, which the message names.
 *
 * Assumes Kubernetes 1.30, and an operator with `buildRemovalGuard`. Prunes keep both objects, unless `keep` is `false`: a guard
 * that goes with the operator refuses only once.
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
      errors.add('operator says nowhere what needs it: set removalGuard, for an operator with finalizers');
    }
    const declaration = given.declaration ? resolveDeclaration(given.declaration, errors) : plan?.declaration;
    const objects = addObjects(
      this,
      plan ? buildRemovalGuard({ ...plan, declaration: declaration ?? plan.declaration }, given) : {},
    );
    this.policy = objects.get('policy') as ApiObject;
    this.binding = objects.get('binding') as ApiObject;
  }
}
