import assert from 'node:assert/strict';
import { test } from 'node:test';

import { reviewWebhook } from '@kubewright/testing';

import { previewWebhook } from './preview-webhook.ts';

test('rejects a host outside of the domains of the policy', async () => {
  const objects = [
    {
      apiVersion: 'example.com/v1',
      kind: 'PreviewPolicy',
      metadata: { name: 'default' },
      spec: { domains: ['example.com'] },
    },
  ];
  const review = async (host: string) => {
    const object = { metadata: { namespace: 'default', name: 'shop' }, spec: { hosts: [host] } };
    return (await reviewWebhook(previewWebhook, { object, objects })).errors.length;
  };
  assert.equal(await review('shop.example.com'), 0);
  assert.equal(await review('shop.example.org'), 1);
});
