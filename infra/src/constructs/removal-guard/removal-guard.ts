import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import {
  anyDeclaration,
  annotations,
  anyObject,
  boolean,
  label,
  labels,
  list,
  object,
  optional,
} from '../../options/index.ts';

import { finalizedApis, type OperatorDeclaration } from '../../declaration/index.ts';
import { Faults } from '../checks/index.ts';
import { clusterScoped } from '../cluster-scoped.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { keptAnnotations } from '../kept.ts';
import { recommendedLabels } from '../labels.ts';
import type { Operator } from '../operator/index.ts';
import { ruleOf, rulesOf, validationsOf } from './guard-policy.ts';

export interface RemovalGuardProps {
  /** The operator that is guarded. It may be in another chart, which is deployed by itself. */
  readonly operator: Operator;
  /** The declaration from which it is made. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /** Names of the controllers that run. @default - all */
  readonly controllers?: readonly string[];
  /** Whether prunes keep both objects. `false` is for what is deleted in order, the guard last. @default true */
  readonly keep?: boolean;
  /** Labels of both objects, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of both objects. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

const shape = object({
  operator: anyObject('an Operator'),
  ...optional({ declaration: anyDeclaration, controllers: list(label), keep: boolean, labels, annotations }),
});

/**
 * Refuses to delete an operator while there are resources with its finalizers, which nobody else removes: they, and their
 * namespaces, could never be deleted. Refused is the deletion of the operator's namespace, its Deployment, ServiceAccount,
 * Services and roles, and of the definitions of these resources, whoever asks: `kubectl`, Argo CD, Flux, Helm, Pulumi.
 *
 * A ValidatingAdmissionPolicy named `<operator>-removal`. It reads an annotation in which the leader says which resources
 * need it: of a LimitRange without limits, as the API server has an informer of LimitRanges anyway. (One that it starts for a
 * policy is never started again after the last such policy is gone, and then shows the past.) The annotation stays when
 * the operator is scaled to 0. The leader writes the annotation before a resource gets its finalizer, and again at once after
 * the last resource is gone; the API server reads it from a cache that lags by milliseconds. To delete the operator nevertheless, delete the policy's binding, which the message names.
 *
 * Assumes Kubernetes 1.30, and an operator with `removalGuard`. Prunes keep both objects, unless `keep` is `false`: a guard
 * that goes with the operator refuses only once.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export class RemovalGuard extends Construct {
  readonly policy: ApiObject;
  readonly binding: ApiObject;

  constructor(scope: Construct, id: string, props: RemovalGuardProps) {
    super(scope, id);
    const faults = new Faults(this);
    const { operator, controllers, keep = true, ...given } = faults.checked(props, shape, props);
    const declaration = givenDeclaration(given.declaration, faults);
    if (operator.inUseName === undefined) {
      faults.add('operator says nowhere what needs it: set removalGuard, for an operator with finalizers');
    }
    const name = `${operator.name}-removal`;
    const definitions = finalizedApis(declaration, controllers).map(({ plural, group }) => `${plural}.${group}`);
    const objects = operator.node.findAll().filter((each): each is ApiObject => ApiObject.isApiObject(each));
    const metadata = {
      name,
      labels: {
        ...given.labels,
        ...recommendedLabels(declaration, { component: 'removal-guard', instance: operator.name }),
      },
      annotations: { ...given.annotations, ...(keep && keptAnnotations) },
    };
    const api = { apiVersion: 'admissionregistration.k8s.io/v1', metadata };
    const policy = {
      failurePolicy: 'Fail',
      paramKind: { apiVersion: 'v1', kind: 'LimitRange' },
      matchConstraints: {
        matchPolicy: 'Equivalent',
        namespaceSelector: {
          matchExpressions: [
            { key: 'kubernetes.io/metadata.name', operator: 'In', values: namespacesOf(operator, objects) },
          ],
        },
        resourceRules: [
          ruleOf('', 'namespaces', [operator.namespace]),
          ...rulesOf(objects),
          ruleOf('apiextensions.k8s.io', 'customresourcedefinitions', definitions),
        ],
      },
      ...validationsOf(name),
    };
    const binding = {
      policyName: name,
      paramRef: {
        name: operator.inUseName ?? 'unknown',
        namespace: operator.namespace,
        parameterNotFoundAction: 'Allow',
      },
      validationActions: ['Deny'],
    };
    this.policy = clusterScoped(
      new ApiObject(this, 'policy', { ...api, kind: 'ValidatingAdmissionPolicy', spec: policy }),
    );
    this.binding = clusterScoped(
      new ApiObject(this, 'binding', { ...api, kind: 'ValidatingAdmissionPolicyBinding', spec: binding }),
    );
  }
}

/** Of the operator, and of its roles. */
function namespacesOf({ namespace }: Operator, objects: readonly ApiObject[]): string[] {
  return [...new Set([namespace, ...objects.flatMap((object) => object.metadata.namespace ?? [])])];
}
