import { type ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';

import { buildAdmissionPolicies } from '../api-objects/index.ts';
import { type AdmissionPoliciesProps, policiesGroup } from '../options/index.ts';
import { resolveDeclaration, buildRecommendedLabels } from '../plan/index.ts';
import { addObjects, collectOptionErrors } from './add-objects.ts';

/**
 * The admission policies of an operator: ValidatingAdmissionPolicies, MutatingAdmissionPolicies and their bindings, by
 * which the API server itself checks and completes objects. They need no operator that runs.
 *
 * Guarantees: nothing in `kube-system` and in the operator's own namespace is touched. Creates nothing for an operator
 * that declares no policies.
 * Assumes: the CustomResourceDefinitions exist. The cluster has Kubernetes 1.30; 1.36 for a policy that completes objects.
 * Who applies them may write cluster-scoped objects of `admissionregistration.k8s.io`.
 * The synth fails if a prop is wrong, if the namespace of the operator is not known, or if namespaces are given and a policy
 * is for a cluster-scoped kind.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 * @see https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/
 */
export class AdmissionPolicies extends Construct {
  /** All objects: each policy, and behind it its binding. */
  readonly objects: readonly ApiObject[];

  constructor(scope: Construct, id: string, props: AdmissionPoliciesProps = {}) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const given = errors.validate(props, policiesGroup);
    const declaration = resolveDeclaration(given.declaration, errors);
    const { mode = 'enforce', name = declaration.name, namespaces, annotations = {} } = given;
    const ownNamespace = given.namespace ?? Chart.of(this).namespace;
    if (ownNamespace === undefined) errors.add("the operator's namespace is missing: pass it, or give the chart one");
    const recommended = buildRecommendedLabels(declaration, { component: 'admission', instance: name });
    const marks = { name, annotations, labels: { ...given.labels, ...recommended } };
    const plan = { mode, namespaces, marks, ownNamespace: ownNamespace ?? 'unknown' };
    this.objects = [...addObjects(this, buildAdmissionPolicies(declaration, plan, errors)).values()];
  }
}
