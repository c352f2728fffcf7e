import { type ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';

import { buildAdmissionPolicies } from '../api-objects/admission-policies.ts';
import { type AdmissionPoliciesProps, policiesGroup } from '../options/index.ts';
import { resolveDeclaration, buildRecommendedLabels } from '../plan/index.ts';
import { addObjects, collectOptionErrors } from './add-objects.ts';

/**
 * The admission policies of an operator: ValidatingAdmissionPolicies, MutatingAdmissionPolicies and their bindings. The
 * API server evaluates them itself, even while the operator does not run.
 *
 * Guarantees: policies exclude `kube-system` and the operator's own namespace. Creates nothing for an operator that
 * declares no policies.
 * Assumes: the CRDs exist. The cluster runs Kubernetes 1.30, or 1.36 if a policy mutates objects. You may write
 * cluster-scoped objects of `admissionregistration.k8s.io`.
 * The synth fails if a prop is invalid, if the operator's namespace is unknown, or if namespaces are given and a policy
 * is for a cluster-scoped kind.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 * @see https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/
 */
export class AdmissionPolicies extends Construct {
  /** All objects: each policy, followed by its binding. */
  readonly objects: readonly ApiObject[];

  constructor(scope: Construct, id: string, props: AdmissionPoliciesProps = {}) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const given = errors.validate(props, policiesGroup);
    const declaration = resolveDeclaration(given.declaration, errors);
    const { mode = 'enforce', name = declaration.name, namespaces, annotations = {} } = given;
    const ownNamespace = given.namespace ?? Chart.of(this).namespace;
    if (ownNamespace === undefined) errors.add("the operator's namespace is missing: pass it, or set it on the chart");
    const recommended = buildRecommendedLabels(declaration, { component: 'admission', instance: name });
    const marks = { name, annotations, labels: { ...given.labels, ...recommended } };
    const plan = { mode, namespaces, marks, ownNamespace: ownNamespace ?? 'unknown' };
    this.objects = [...addObjects(this, buildAdmissionPolicies(declaration, plan, errors)).values()];
  }
}
