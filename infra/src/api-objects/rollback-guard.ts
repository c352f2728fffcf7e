import { appendPointer } from '@kubewright/declaration';

import { buildClusterMetadata, type CommonMetadata } from '../plan/index.ts';
import type { ApiObjects } from './api-object.ts';

/**
 * The annotation with the older version that a client last tried to apply to a CRD. The warning policy reads it,
 * because that policy sees only the object to be stored.
 */
const mark = 'operators.kubewright.dev/ignored-version';
const version = 'app.kubernetes.io/version';

const formatVersionExpression = (object: string): string => `${object}.metadata.?labels[?'${version}'].orValue('')`;

/** Pure: the fields that both policies share. They match updates of these CRDs. */
function buildCrdConstraints(crds: readonly string[]): object {
  return {
    failurePolicy: 'Fail',
    matchConstraints: {
      matchPolicy: 'Equivalent',
      resourceRules: [
        {
          apiGroups: ['apiextensions.k8s.io'],
          apiVersions: ['*'],
          resources: ['customresourcedefinitions'],
          resourceNames: [...crds],
          operations: ['UPDATE'],
          scope: '*',
        },
      ],
    },
  };
}

/**
 * Pure: retains the spec of a CRD if the applied label has an older version. Also retains the label: otherwise the next
 * apply of the older version would not look older. A label that is not a semantic version never counts as older.
 */
function buildRetainingPolicy(crds: readonly string[]): object {
  const replace = (path: string, value: string): string => `JSONPatch{op: 'replace', path: '${path}', value: ${value}}`;
  const retained = [
    replace('/spec', 'oldObject.spec'),
    `JSONPatch{op: 'add', path: '/metadata/labels', value: oldObject.metadata.labels}`,
    `JSONPatch{op: 'add', path: '${appendPointer('/metadata/annotations', mark)}', value: variables.applied}`,
  ];
  const unmarked = `JSONPatch{op: 'remove', path: '${appendPointer('/metadata/annotations', mark)}'}`;
  return {
    ...buildCrdConstraints(crds),
    reinvocationPolicy: 'Never',
    variables: [
      { name: 'applied', expression: formatVersionExpression('object') },
      { name: 'stored', expression: formatVersionExpression('oldObject') },
      {
        name: 'isOlder',
        expression:
          'isSemver(variables.applied) && isSemver(variables.stored) && ' +
          'semver(variables.applied).isLessThan(semver(variables.stored))',
      },
      { name: 'annotations', expression: 'object.metadata.?annotations.orValue({})' },
    ],
    mutations: [
      {
        patchType: 'JSONPatch',
        jsonPatch: {
          expression:
            "(variables.isOlder && size(variables.annotations) == 0 ? [JSONPatch{op: 'add', path: '/metadata/annotations', value: {}}] : []) + " +
            `(variables.isOlder ? [${retained.join(', ')}] : ('${mark}' in variables.annotations ? [${unmarked}] : []))`,
        },
      },
    ],
  };
}

/**
 * Pure: warns the client that applied an older version.
 *
 * @param binding the binding of the retaining policy, which the message names
 */
function buildWarningPolicy(crds: readonly string[], binding: string): object {
  return {
    ...buildCrdConstraints(crds),
    validations: [
      {
        expression: `!('${mark}' in object.metadata.?annotations.orValue({}))`,
        message: 'the CRD stays at its newer version',
        messageExpression:
          `request.name + ' stays at version ' + ${formatVersionExpression('object')} + ': version ' + object.metadata.annotations['${mark}'] + ` +
          `' is older, and would erase the fields that it lacks from stored objects. To apply it anyway, ` +
          `delete the binding of the policy first: kubectl delete mutatingadmissionpolicybinding ${binding}'`,
      },
    ],
  };
}

/**
 * Pure: retains CRDs when an older version is applied, with any delivery method. Otherwise a CRD that loses a field
 * erases the field's values at the next write of each object. The rest of a rollback succeeds, and the API server
 * warns. One policy compares the version labels, the other warns.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/
 */
export function buildRollbackGuard(crds: readonly string[], marks: CommonMetadata): ApiObjects {
  const { name: policyName } = marks;
  const specs = {
    MutatingAdmissionPolicy: buildRetainingPolicy(crds),
    MutatingAdmissionPolicyBinding: { policyName },
    ValidatingAdmissionPolicy: buildWarningPolicy(crds, policyName),
    ValidatingAdmissionPolicyBinding: { policyName, validationActions: ['Warn'] },
  };
  const api = { apiVersion: 'admissionregistration.k8s.io/v1', metadata: buildClusterMetadata(marks) };
  return Object.fromEntries(
    Object.entries(specs).map(([kind, spec]) => [`rollback-guard-${kind}`, { ...api, kind, spec }]),
  );
}
