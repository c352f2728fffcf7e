import type { PlainObject } from '@kubewright/declaration';
import { expect, it } from 'vitest';

import type { Installation } from '../render/manifests.ts';
import { createCluster } from '../cluster.ts';
import { checkWebhooks } from './webhooks.ts';

const clientConfig = { service: { name: 'shops-webhooks', namespace: 'shops-system' } };
const configuration: PlainObject = {
  ...{ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' },
  ...{ metadata: { name: 'shops-webhooks-shop' }, webhooks: [{ clientConfig }] },
};
const crd: PlainObject = {
  ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
  metadata: { name: 'shops.example.com' },
  spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig } } },
};
const installation: Installation = {
  ...{ environment: 'production', namespace: 'shops-system', files: new Map(), objects: [configuration, crd] },
};

function withBundle(object: PlainObject): PlainObject {
  return JSON.parse(
    JSON.stringify(object).replace('"clientConfig":{', '"clientConfig":{"caBundle":"YQ==",'),
  ) as PlainObject;
}

async function check(stored: readonly PlainObject[], endpoints: readonly object[]): Promise<readonly string[]> {
  const cluster = createCluster(([, resource, name]) => {
    const found =
      resource === 'endpointslices'
        ? { items: [{ endpoints }] }
        : stored.find(({ kind, metadata }) => kind.toLowerCase() === resource && metadata.name === name);
    return Promise.resolve({ code: 0, stdout: found === undefined ? '' : JSON.stringify(found), stderr: '' });
  });
  return (await checkWebhooks(cluster, installation)).findings.map(({ message }) => message);
}

const ready = [{ conditions: { ready: true } }];

it('webhooks with a CA and a ready endpoint have no findings', async () => {
  expect(await check([configuration, crd].map(withBundle), ready)).toEqual([]);
});

it('each part that is missing is a finding', async () => {
  expect(await check([withBundle(crd)], ready)).toEqual([
    'the ValidatingWebhookConfiguration shops-webhooks-shop does not exist, so the API server does not call the webhook',
  ]);
  expect(await check([configuration, crd], ready)).toEqual(
    ['ValidatingWebhookConfiguration shops-webhooks-shop', 'CustomResourceDefinition shops.example.com'].map(
      (owner) => `the ${owner} has no caBundle, so the API server cannot verify the webhook's certificate`,
    ),
  );
  expect(await check([configuration, crd].map(withBundle), [])).toEqual([
    'the Service shops-system/shops-webhooks of the webhooks has no ready endpoint',
  ]);
  const unconverted = { ...crd, spec: { conversion: { strategy: 'None' } } };
  expect(await check([withBundle(configuration), unconverted], ready)).toEqual([
    "the CRD shops.example.com does not convert between its versions with the operator's webhook",
  ]);
});
