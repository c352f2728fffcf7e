import type { Mutant } from './mutant.ts';

const admission = 'operator/runtime/src/admission';
const policies = 'infra/src/api-objects/admission-policies.ts';
const policiesTest = 'infra/src/constructs/admission-policies.test.ts';

/** Mutants of admission policies: what they never touch, whatever their author says. */
export const policyMutants: readonly Mutant[] = [
  {
    name: 'policy-in-the-way-of-a-deletion',
    promise: 'A policy does not look at an object that is being deleted.',
    file: `${admission}/define-policy.ts`,
    find: '[...when, notBeingDeleted]',
    replace: 'when',
    test: `${admission}/define-policy.test.ts`,
  },
  {
    name: 'policy-touches-kube-system',
    promise: "A policy holds neither in kube-system nor in the operator's own namespace.",
    file: policies,
    find: "['kube-system', ownNamespace]",
    replace: '[ownNamespace]',
    test: policiesTest,
  },
  {
    name: 'policy-holds-everywhere',
    promise: 'The policies of an environment with namespaces hold in these only.',
    file: policies,
    find: "namespaces === undefined ? [] : [namespacesByName('In', namespaces)]",
    replace: '[]',
    test: policiesTest,
  },
];
