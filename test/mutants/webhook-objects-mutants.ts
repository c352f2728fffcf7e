import type { Mutant } from './mutant.ts';

const infra = 'infra/src';

/** Mutants of the objects by which API servers find webhooks, and of the permissions for them. */
export const webhookObjectsMutants: readonly Mutant[] = [
  {
    name: 'webhooks-ask-about-the-operator-itself',
    promise: 'API servers never ask an operator about its own writes.',
    file: `${infra}/api-objects/webhooks.ts`,
    find: `{ name: 'not-by-the-operator', expression: \`request.userInfo.username != "\${user}"\` },`,
    replace: `{ name: 'not-by-the-operator', expression: \`"\${user}" != ""\` },`,
    test: `${infra}/constructs/configurations.test.ts`,
  },
  {
    name: 'webhooks-lock-out-their-operator',
    promise: "API servers never ask an operator about objects in kube-system and in the operator's own namespace.",
    file: `${infra}/plan/webhooks.ts`,
    find: "new Set(['kube-system', own, ...excludedNamespaces])",
    replace: "new Set(['kube-system', ...excludedNamespaces])",
    test: `${infra}/constructs/configurations.test.ts`,
  },
  {
    name: 'webhooks-before-their-pods',
    promise: 'The configurations of webhooks are created after the Pods that answer, and deleted before them.',
    file: `${infra}/pulumi/plan-objects.ts`,
    find: "if (object.kind.endsWith('WebhookConfiguration')) return 5;",
    replace: '',
    test: 'infra/src/pulumi/plan-objects.test.ts',
  },
  {
    name: 'destroy-begins-with-the-guard',
    promise: 'A pulumi destroy that the guard rejects has deleted nothing of the operator.',
    file: 'infra/src/pulumi/plan-objects.ts',
    find: 'if (limitsNothing(object)) return 6;',
    replace: '',
    test: 'infra/src/pulumi/plan-objects.test.ts',
  },
  {
    name: 'manifests-empty-the-secret-of-webhooks',
    promise: 'To apply the manifests again never removes the certificate that the operator has made.',
    file: `${infra}/api-objects/webhooks.ts`,
    find: "type: 'Opaque' }",
    replace: "type: 'Opaque', data: {} }",
    test: `${infra}/constructs/webhooks.test.ts`,
  },
  {
    name: 'a-role-for-every-webhook-of-the-cluster',
    promise: 'An operator may change only the configurations of its own webhooks.',
    file: `${infra}/plan/permissions.ts`,
    find: 'if (resourceNames.length === 0) return [];',
    replace: '',
    test: `${infra}/constructs/webhooks-rbac.test.ts`,
  },
  {
    name: 'a-private-key-in-every-configuration',
    promise: 'A private key among the authorities of a certificate is refused.',
    file: 'infra/src/options/webhooks.ts',
    find: 'blocks.every(isCertificate)',
    replace: 'blocks.some(isCertificate)',
    test: 'infra/src/options/webhooks.test.ts',
  },
];
