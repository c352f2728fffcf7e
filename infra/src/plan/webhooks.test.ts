import { describe, expect, it } from 'vitest';

import { zoo, zooWithVersions, zooWithWebhooks } from '../testing/index.ts';
import { planWebhooks, webhookVariables } from './webhooks.ts';

const installation = { name: 'zoo', namespace: 'system', webhooks: undefined, namespaces: undefined };

describe('the plan of webhooks', () => {
  it('is there by default if the operator declares webhooks', () => {
    expect(planWebhooks(zooWithWebhooks, installation)).toEqual({
      name: 'zoo-webhooks',
      declared: zooWithWebhooks.webhooks,
      options: {},
      namespaces: undefined,
      excludedNamespaces: ['kube-system', 'system'],
      certificate: { by: 'operator' },
    });
    expect(planWebhooks(zoo, installation)).toBeUndefined();
    expect(planWebhooks({ ...zoo, webhooks: [] }, installation)).toBeUndefined();
  });

  it('is there for kinds with several versions, though nothing else is asked about', () => {
    expect(planWebhooks(zooWithVersions, installation)).toMatchObject({ name: 'zoo-webhooks', declared: [] });
  });

  it('is not there for false, whatever the operator declares', () => {
    expect(planWebhooks(zooWithWebhooks, { ...installation, webhooks: false })).toBeUndefined();
    expect(planWebhooks(zoo, { ...installation, webhooks: false })).toBeUndefined();
  });

  it('throws if options are given for an operator that declares no webhooks', () => {
    expect(() => planWebhooks(zoo, { ...installation, webhooks: {} })).toThrow(
      'zoo declares no webhooks: leave out webhooks',
    );
  });
});

describe('the variables of webhooks', () => {
  it('are absent for an operator that declares none: it would refuse them', () => {
    expect(webhookVariables(zoo, undefined)).toEqual({});
  });

  it('say only what differs from the defaults of the operator', () => {
    expect(webhookVariables(zooWithWebhooks, planWebhooks(zooWithWebhooks, installation))).toEqual({});
    const annex = { ...installation, name: 'annex', webhooks: { certificate: { secret: 'tls' } } };
    expect(webhookVariables(zooWithWebhooks, planWebhooks(zooWithWebhooks, annex))).toEqual({
      WEBHOOK_NAME: 'annex-webhooks',
      WEBHOOK_CERT_DIR: '/etc/webhook-certificate',
    });
    expect(webhookVariables(zooWithWebhooks, undefined)).toEqual({ WEBHOOKS_ENABLED: 'false' });
  });
});
