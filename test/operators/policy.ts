import {
  allOf,
  awaitChange,
  defineApi,
  defineController,
  defineWebhook,
  notSupported,
  t,
  watches,
} from '@kubewright/runtime';
import type { OperatorDefinition } from '@kubewright/runtime';

/** A kind without a controller: the webhook and the controller of Sites read it. */
export const DomainList = defineApi({
  group: 'policy.example.com',
  version: 'v1',
  kind: 'DomainList',
  scope: 'Cluster',
  spec: t.object({ domains: t.array(t.string(), { listType: 'set' }) }),
});

export const Site = defineApi({
  group: 'policy.example.com',
  version: 'v1',
  kind: 'Site',
  spec: t.object({ domain: t.string() }),
  status: t.object({ allowed: t.boolean() }),
});

export const siteWebhook = defineWebhook(Site, {
  reads: { lists: DomainList },
  async validate({ spec: { domain } }, { lists }) {
    const domains = (await lists.get('default'))?.spec.domains ?? [];
    return domains.includes(domain) ? [] : [notSupported('spec.domain', domain, domains)];
  },
});

/** Reconciles all Sites when a list changes, because a webhook sees only new writes. */
export const site = defineController(Site, {
  watches: { lists: watches(DomainList, allOf(Site)) },
  async reconcile({ spec: { domain } }, { lists, status }) {
    status.set({ allowed: lists.get('default')?.spec.domains.includes(domain) === true });
    return awaitChange;
  },
});

export const sites: OperatorDefinition = {
  name: 'sites',
  version: '1.0.0',
  apis: [DomainList],
  controllers: [site],
  webhooks: [siteWebhook],
};
