import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { annotations, anyObject, label, labels, list, object } from '../../shape/index.ts';
import { Faults } from '../checks/index.ts';
import { clusterScoped } from '../cluster-scoped.ts';
import { anyDeclaration, givenDeclaration } from '../given-declaration.ts';
import { keptAnnotations } from '../kept.ts';
import { recommendedLabels } from '../labels.ts';
import type { Operator } from '../operator/index.ts';
import { finalizedDefinitions, ruleOf, rulesOf, validationsOf } from './guard-policy.ts';

export interface RemovalGuardProps {
  /** The operator that is guarded. It may be in another chart, which is deployed by itself. */
  readonly operator: Operator;
  /** The declaration from which it is made. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /** Names of the controllers that run. @default - all */
  readonly controllers?: readonly string[];
  /** Labels of both objects, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of both objects. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

const shape = object(
  { operator: anyObject('an Operator') },
  { declaration: anyDeclaration, controllers: list(label), labels, annotations },
);

/**
 * Refuses to delete an operator while there are resources with its finalizers, which nobody else removes: they, and their
 * namespaces, could never be deleted. Refused is the deletion of the operator's namespace, its Deployment, ServiceAccount,
 * Services and roles, and of the definitions of these resources, whoever asks: `kubectl`, Argo CD, Flux, Helm, Pulumi.
 *
 * A ValidatingAdmissionPolicy named `<operator>-removal`, which reads the operator's Lease; so it also guards an operator
 * that is scaled to 0. The leader writes the Lease every 2 s: a resource that is just created counts after that time, and
 * a last one that is gone at once. To delete the operator nevertheless, delete the policy's binding, which the message
 * names.
 *
 * Assumes Kubernetes 1.30 and an operator with leader election; one without has no Lease, and is not guarded. Prunes keep
 * both objects: a guard that goes with the operator refuses only once.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export class RemovalGuard extends Construct {
  readonly policy: ApiObject;
  readonly binding: ApiObject;

  constructor(scope: Construct, id: string, props: RemovalGuardProps) {
    super(scope, id);
    const faults = new Faults(this);
    const { operator, controllers, ...given } = faults.checked(props, shape, props);
    const declaration = givenDeclaration(given.declaration, faults);
    const name = `${operator.name}-removal`;
    const objects = operator.node.findAll().filter((each): each is ApiObject => ApiObject.isApiObject(each));
    const metadata = {
      name,
      labels: {
        ...given.labels,
        ...recommendedLabels(declaration, { component: 'removal-guard', instance: operator.name }),
      },
      annotations: { ...given.annotations, ...keptAnnotations },
    };
    const api = { apiVersion: 'admissionregistration.k8s.io/v1', metadata };
    const policy = {
      failurePolicy: 'Fail',
      paramKind: { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' },
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
          ruleOf('apiextensions.k8s.io', 'customresourcedefinitions', finalizedDefinitions(declaration, controllers)),
        ],
      },
      ...validationsOf(name),
    };
    const binding = {
      policyName: name,
      paramRef: { name: operator.leaseName, namespace: operator.namespace, parameterNotFoundAction: 'Allow' },
      validationActions: ['Deny'],
    };
    this.policy = clusterScoped(
      new ApiObject(this, 'policy', { ...api, kind: 'ValidatingAdmissionPolicy', spec: policy }),
    );
    this.binding = clusterScoped(
      new ApiObject(this, 'binding', { ...api, kind: 'ValidatingAdmissionPolicyBinding', spec: binding }),
    );
  }

  /** Whether there is something to guard: a controller with a finalizer, among those that run. */
  static guards(declaration: OperatorDeclaration, controllers?: readonly string[]): boolean {
    return finalizedDefinitions(declaration, controllers).length > 0;
  }
}

/** Of the operator, and of its roles. */
function namespacesOf({ namespace }: Operator, objects: readonly ApiObject[]): string[] {
  return [...new Set([namespace, ...objects.flatMap((object) => object.metadata.namespace ?? [])])];
}
