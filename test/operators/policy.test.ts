import { notSupported } from '@kubewright/runtime';
import { reviewWebhook, runController } from '@kubewright/testing';
import { expect, it } from 'vitest';

import { DomainList, Site, site, siteWebhook } from './policy.ts';

const list = { metadata: { name: 'default' }, spec: { domains: ['example.com'] } };
const shop = { metadata: { namespace: 'default', name: 'shop' }, spec: { domain: 'example.com' } };

it('the webhook rejects a domain that is not on the list', async () => {
  const objects = [{ apiVersion: 'policy.example.com/v1', kind: 'DomainList', ...list }];
  const review = (domain: string) => {
    const object = { ...shop, spec: { domain } };
    return reviewWebhook(siteWebhook, { object, objects });
  };
  expect((await review('example.com')).errors).toEqual([]);
  expect((await review('other.com')).errors).toEqual([notSupported('spec.domain', 'other.com', ['example.com'])]);
});

it('a change of the list reconciles all Sites', async () => {
  await using run = await runController(site);
  const { client } = run.server;
  await client.resource(DomainList).create(list);
  await client.resource(Site).create(shop);
  await run.awaitIdle();
  const isAllowed = () => run.server.objects(Site)[0]?.status?.allowed;
  expect(isAllowed()).toBe(true);
  await client.resource(DomainList).mergePatch({ name: 'default' }, { spec: { domains: [] } });
  await run.awaitIdle();
  expect(isAllowed()).toBe(false);
});
