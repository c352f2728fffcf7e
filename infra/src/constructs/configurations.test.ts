import type { k8s } from 'cdk8s-plus-28';
import { describe, expect, it } from 'vitest';

import { type Configured, configurationsIn, guardedZoo, the } from '../testing/index.ts';
import type { OperatorProps } from '../options/index.ts';

const configured = (props: OperatorProps = {}): Configured[] => configurationsIn(guardedZoo(props));

const webhooksOf = (props: OperatorProps = {}): k8s.MutatingWebhook[] =>
  configured(props).map(({ webhook }) => webhook);

const webhookOf = (name: string): k8s.MutatingWebhook | undefined => webhooksOf().find((each) => each.name === name);

const metadataName = 'kubernetes.io/metadata.name';

describe('the configurations of webhooks', () => {
  it('say everything but caBundle, which the operator sets', () => {
    expect(the('ValidatingWebhookConfiguration', guardedZoo(), 'zoo-webhooks-animal')['webhooks']).toEqual([
      {
        name: 'validate.animal.zoo',
        clientConfig: { service: { namespace: 'system', name: 'zoo-webhooks', path: '/validate/animal', port: 443 } },
        rules: [
          {
            apiGroups: ['zoo.example'],
            apiVersions: ['v1'],
            operations: ['CREATE', 'UPDATE', 'DELETE'],
            resources: ['animals'],
            scope: 'Namespaced',
          },
        ],
        failurePolicy: 'Fail',
        timeoutSeconds: 10,
        matchPolicy: 'Equivalent',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        namespaceSelector: {
          matchExpressions: [{ key: metadataName, operator: 'NotIn', values: ['kube-system', 'system'] }],
        },
        matchConditions: [
          {
            name: 'not-by-the-operator',
            expression: 'request.userInfo.username != "system:serviceaccount:system:zoo"',
          },
          {
            name: 'not-terminating',
            expression: '!has((object == null ? oldObject : object).metadata.deletionTimestamp)',
          },
        ],
      },
    ]);
  });

  it('ask again after other webhooks have changed an object, if they complete it, but never about a deletion', () => {
    expect(webhookOf('mutate.animal.zoo')).toMatchObject({
      clientConfig: { service: { path: '/mutate/animal' } },
      rules: [{ operations: ['CREATE', 'UPDATE'] }],
      reinvocationPolicy: 'IfNeeded',
    });
    expect(webhookOf('validate.park.zoo')).not.toHaveProperty('reinvocationPolicy');
  });

  it('are about kinds of other groups and kinds without a namespace, too', () => {
    expect(webhookOf('mutate.cage-pod.zoo')?.rules).toEqual([
      {
        ...{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], scope: 'Namespaced' },
        operations: ['CREATE', 'UPDATE'],
      },
    ]);
    expect(webhookOf('validate.park.zoo')?.rules).toEqual([
      {
        ...{ apiGroups: ['zoo.example'], apiVersions: ['v1beta1'], resources: ['parks'], scope: 'Cluster' },
        operations: ['DELETE'],
      },
    ]);
  });

  it('have names with three parts, each unique in its kind', () => {
    const names = webhooksOf().map(({ name }) => name);
    expect(names.sort()).toEqual([
      'mutate.animal.zoo',
      'mutate.cage-pod.zoo',
      'validate.animal.zoo',
      'validate.park.zoo',
    ]);
  });

  it('have the labels of the operator, and no namespace', () => {
    const { labels } = the('Deployment', guardedZoo()).metadata;
    for (const { configuration } of configured()) {
      const { metadata } = configuration;
      expect(metadata.labels).toEqual(labels);
      expect(metadata).not.toHaveProperty('namespace');
      expect(metadata).not.toHaveProperty('annotations');
    }
  });

  it('exclude the ServiceAccount of the installation', () => {
    const expression = 'request.userInfo.username != "system:serviceaccount:elsewhere:annex"';
    for (const { configuration } of configured({ name: 'annex', namespace: 'elsewhere' })) {
      expect(configuration['webhooks']).toMatchObject([{ matchConditions: [{ expression }, {}] }]);
    }
  });
});

describe('the options of webhooks', () => {
  it('set policy and time in every configuration', () => {
    const webhooks = webhooksOf({ webhooks: { failurePolicy: 'Ignore', timeoutSeconds: 30 } });
    expect(webhooks).toHaveLength(4);
    for (const webhook of webhooks) expect(webhook).toMatchObject({ failurePolicy: 'Ignore', timeoutSeconds: 30 });
  });

  it('exclude namespaces, each once, and never fewer than kube-system and that of the operator', () => {
    const excludedNamespaces = ['cert-manager', 'kube-system', 'berlin', 'berlin'];
    for (const webhook of webhooksOf({ webhooks: { excludedNamespaces } })) {
      expect(webhook.namespaceSelector).toEqual({
        matchExpressions: [
          { key: metadataName, operator: 'NotIn', values: ['berlin', 'cert-manager', 'kube-system', 'system'] },
        ],
      });
    }
  });
});
