import type { k8s } from 'cdk8s-plus-28';
import { describe, expect, it } from 'vitest';

import { type ConfiguredWebhook, listConfigurations, synthGuardedZoo } from '../testing/guarded-zoo.ts';
import { getObject } from '../testing/synth-objects.ts';
import type { OperatorProps } from '../options/index.ts';

const synthConfigurations = (props: OperatorProps = {}): ConfiguredWebhook[] =>
  listConfigurations(synthGuardedZoo(props));

const listWebhooks = (props: OperatorProps = {}): k8s.MutatingWebhook[] =>
  synthConfigurations(props).map(({ webhook }) => webhook);

const findWebhook = (name: string): k8s.MutatingWebhook | undefined =>
  listWebhooks().find((each) => each.name === name);

const metadataName = 'kubernetes.io/metadata.name';

describe('the configurations of webhooks', () => {
  it('set everything except caBundle, which the operator sets', () => {
    expect(getObject('ValidatingWebhookConfiguration', synthGuardedZoo(), 'zoo-webhooks-animal')['webhooks']).toEqual([
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

  it('reinvoke mutating webhooks after others, and never match deletions', () => {
    expect(findWebhook('mutate.animal.zoo')).toMatchObject({
      clientConfig: { service: { path: '/mutate/animal' } },
      rules: [{ operations: ['CREATE', 'UPDATE'] }],
      reinvocationPolicy: 'IfNeeded',
    });
    expect(findWebhook('validate.park.zoo')).not.toHaveProperty('reinvocationPolicy');
  });

  it('match kinds of other groups and cluster-scoped kinds', () => {
    expect(findWebhook('mutate.cage-pod.zoo')?.rules).toEqual([
      {
        ...{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], scope: 'Namespaced' },
        operations: ['CREATE', 'UPDATE'],
      },
    ]);
    expect(findWebhook('validate.park.zoo')?.rules).toEqual([
      {
        ...{ apiGroups: ['zoo.example'], apiVersions: ['v1beta1'], resources: ['parks'], scope: 'Cluster' },
        operations: ['DELETE'],
      },
    ]);
  });

  it('have the labels of the operator, and no namespace', () => {
    const { labels } = getObject('Deployment', synthGuardedZoo()).metadata;
    for (const { configuration } of synthConfigurations()) {
      const { metadata } = configuration;
      expect(metadata.labels).toEqual(labels);
      expect(metadata).not.toHaveProperty('namespace');
      expect(metadata).not.toHaveProperty('annotations');
    }
  });

  it('exclude the ServiceAccount of the installation', () => {
    const expression = 'request.userInfo.username != "system:serviceaccount:elsewhere:annex"';
    for (const { configuration } of synthConfigurations({ name: 'annex', namespace: 'elsewhere' })) {
      expect(configuration['webhooks']).toMatchObject([{ matchConditions: [{ expression }, {}] }]);
    }
  });
});

describe('the options of webhooks', () => {
  it('set failure policy and timeout in every configuration', () => {
    const webhooks = listWebhooks({ webhooks: { failurePolicy: 'Ignore', timeoutSeconds: 30 } });
    expect(webhooks).toHaveLength(4);
    for (const webhook of webhooks) expect(webhook).toMatchObject({ failurePolicy: 'Ignore', timeoutSeconds: 30 });
  });

  it('exclude namespaces, each once, and always kube-system and that of the operator', () => {
    const excludedNamespaces = ['cert-manager', 'kube-system', 'berlin', 'berlin'];
    for (const webhook of listWebhooks({ webhooks: { excludedNamespaces } })) {
      expect(webhook.namespaceSelector).toEqual({
        matchExpressions: [
          { key: metadataName, operator: 'NotIn', values: ['berlin', 'cert-manager', 'kube-system', 'system'] },
        ],
      });
    }
  });
});
