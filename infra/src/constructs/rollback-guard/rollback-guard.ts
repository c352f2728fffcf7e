import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';

import { clusterScoped } from '../cluster-scoped.ts';
import { retaining, warning } from './guard-policies.ts';

/** CRDs that are guarded, and what the objects of the guard have in common with them. */
export interface GuardedDefinitions {
  /** Name of both policies and their bindings. */
  readonly name: string;
  /** Names of the CRDs. */
  readonly definitions: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/**
 * Leaves CRDs as they are when an older version is applied, by whatever delivery method: a CRD that loses a field erases its
 * values at the next write of each object. The rest of a rollback goes through, and the API server warns.
 *
 * A MutatingAdmissionPolicy, which compares the version labels, and a ValidatingAdmissionPolicy, which warns.
 *
 * Assumes Kubernetes 1.36.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/
 */
export function addRollbackGuard(scope: Construct, { name, definitions, ...marks }: GuardedDefinitions): void {
  const add = (kind: string, spec: object): void => {
    const metadata = { name, labels: { ...marks.labels }, annotations: { ...marks.annotations } };
    const object = { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata, spec };
    clusterScoped(new ApiObject(scope, kind, object));
  };
  add('MutatingAdmissionPolicy', retaining(definitions));
  add('MutatingAdmissionPolicyBinding', { policyName: name });
  add('ValidatingAdmissionPolicy', warning(definitions, name));
  add('ValidatingAdmissionPolicyBinding', { policyName: name, validationActions: ['Warn'] });
}
