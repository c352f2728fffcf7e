import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  anyDeclaration,
  annotations,
  installationName,
  labels,
  list,
  namespaceName,
  object,
  oneOf,
  optional,
} from '../../options/index.ts';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { Faults } from '../checks/index.ts';
import { clusterScoped } from '../cluster-scoped.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { recommendedLabels } from '../labels.ts';
import { type PolicyMode, policyObjects } from './policy-objects.ts';
import { type Reach, touchedNamespaces } from './touched-namespaces.ts';

export interface AdmissionPoliciesProps {
  /** The operator whose policies are deployed. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /** Name of this installation: the objects are named `<name>-<policy>`. @default - the operator's name */
  readonly name?: string;
  /** Namespace of the operator itself, whose objects no policy touches. @default - the chart's */
  readonly namespace?: string;
  /**
   * The namespaces whose objects are checked and completed.
   *
   * @default - all, except for `kube-system` and that of the operator
   */
  readonly namespaces?: readonly string[];
  /**
   * `warn` refuses nothing and completes nothing: who writes what would be refused is warned. To try policies in a
   * cluster with objects that they do not know.
   *
   * @default 'enforce'
   */
  readonly mode?: PolicyMode;
  /** Labels of every object, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

const shape = object(
  optional({
    declaration: anyDeclaration,
    name: installationName,
    namespace: namespaceName,
    namespaces: list(namespaceName, { minimum: 1 }),
    mode: oneOf('enforce', 'warn'),
    ...{ labels, annotations },
  }),
);

/**
 * The admission policies of an operator: ValidatingAdmissionPolicies, MutatingAdmissionPolicies and their bindings, by
 * which the API server itself checks and completes objects. They need no operator that runs.
 *
 * Guarantees: nothing in `kube-system` and in the operator's own namespace is touched. Creates nothing for an operator
 * that declares no policies.
 * Assumes: the CustomResourceDefinitions exist. The cluster has Kubernetes 1.30; 1.36 for a policy that completes objects.
 * Who applies them may write cluster-scoped objects of `admissionregistration.k8s.io`.
 * The synth fails if a prop is wrong, if the namespace of the operator is not known, or if namespaces are given and a policy is for a cluster-scoped
 * kind.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 * @see https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/
 */
export class AdmissionPolicies extends Construct {
  /** All objects: each policy, and behind it its binding. */
  readonly objects: readonly ApiObject[];

  constructor(scope: Construct, id: string, props: AdmissionPoliciesProps = {}) {
    super(scope, id);
    const faults = new Faults(this);
    const given = faults.checked(props, shape);
    const declaration = givenDeclaration(given.declaration, faults);
    const { mode = 'enforce', name: installation = declaration.name, annotations = {} } = given;
    const recommended = recommendedLabels(declaration, { component: 'admission', instance: installation });
    const marks = { labels: { ...given.labels, ...recommended }, annotations };
    const reach = reachOf(Chart.of(this).namespace, given, faults);
    this.objects = (declaration.policies ?? []).flatMap((policy) => {
      const name = `${installation}-${policy.name}`;
      const namespaceSelector = faults.attempt(() => touchedNamespaces(policy, reach), {});
      return policyObjects(policy, { name, mode, namespaceSelector }).map((object) =>
        addObject(this, { ...object, metadata: { name, ...marks } }),
      );
    });
  }
}

function reachOf(
  chartNamespace: string | undefined,
  { namespace = chartNamespace, namespaces }: AdmissionPoliciesProps,
  faults: Faults,
): Reach {
  if (namespace === undefined) faults.add("the operator's namespace is missing: pass it, or give the chart one");
  return { ownNamespace: namespace ?? 'unknown', ...(namespaces && { namespaces }) };
}

interface Named {
  readonly kind: string;
  readonly spec: object;
  readonly metadata: {
    readonly name: string;
    readonly labels: Record<string, string>;
    readonly annotations: Record<string, string>;
  };
}

/** The raw object: cdk8s-plus knows these kinds only as they were before `v1`. */
function addObject(scope: Construct, object: Named): ApiObject {
  const id = `${object.kind}-${object.metadata.name}`;
  return clusterScoped(new ApiObject(scope, id, { apiVersion: 'admissionregistration.k8s.io/v1', ...object }));
}
