import path from 'node:path';

import { loadDeclaration, type OperatorDeclaration } from '../declaration/index.ts';

/** Declaration of a user's operator. It uses every feature of a declaration except webhooks. */
export const zooFile = path.resolve(__dirname, '../../fixtures/zoo/declaration.json');

export const zoo: OperatorDeclaration = loadDeclaration(zooFile);

/** The same operator with webhooks: for its own kind, for Pods, and for a cluster-scoped kind. */
export const zooWithWebhooks = {
  ...zoo,
  webhooks: [
    {
      name: 'animal',
      for: { group: 'zoo.example', version: 'v1', kind: 'Animal', plural: 'animals', scope: 'Namespaced' },
      mutates: true,
      validates: ['CREATE', 'UPDATE', 'DELETE'],
      rules: [{ apiGroups: ['batch'], resources: ['jobs'], verbs: ['create', 'patch'] }],
    },
    {
      name: 'cage-pod',
      for: { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' },
      mutates: true,
      validates: [],
      rules: [],
    },
    {
      name: 'park',
      for: { group: 'zoo.example', version: 'v1beta1', kind: 'Park', plural: 'parks', scope: 'Cluster' },
      mutates: false,
      validates: ['DELETE'],
      rules: [],
    },
  ],
  settings: [
    ...zoo.settings,
    { name: 'webhooksEnabled', env: 'WEBHOOKS_ENABLED', type: 'boolean' },
    { name: 'webhookPort', env: 'WEBHOOK_PORT', type: 'integer', default: 9443 },
    { name: 'webhookName', env: 'WEBHOOK_NAME', type: 'string' },
    { name: 'webhookCertDir', env: 'WEBHOOK_CERT_DIR', type: 'string' },
  ],
  ports: { ...zoo.ports, webhooks: 9443 },
} as const satisfies OperatorDeclaration;

/** The same operator without webhooks, which converts Animals between their versions. */
export const zooWithVersions = {
  ...zoo,
  apis: zoo.apis.map((api) =>
    api.kind === 'Animal'
      ? {
          ...api,
          conversion: {
            path: '/convert/animal',
            conversionReviewVersions: ['v1'],
            rules: [
              {
                apiGroups: ['apiextensions.k8s.io'],
                resourceNames: ['animals.zoo.example'],
                resources: ['customresourcedefinitions'],
                verbs: ['get', 'list', 'patch', 'watch'],
              },
              { apiGroups: ['zoo.example'], resources: ['animals'], verbs: ['list', 'patch'] },
            ],
          },
        }
      : api,
  ),
  settings: zooWithWebhooks.settings,
  ports: zooWithWebhooks.ports,
} satisfies OperatorDeclaration;
