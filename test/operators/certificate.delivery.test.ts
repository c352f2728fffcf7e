import { Ingress } from '@kubewright/runtime';
import { expect, it } from 'vitest';

import { createRecordingLogger } from '../../operator/testing/src/recording-logger.ts';
import { readCertManagerCrds } from '../support/cert-manager.ts';
import { Site, site } from './certificate.ts';
import { expectExactPermissions, patient } from './exact-permissions.ts';
import { useForeignCluster } from './foreign-cluster.ts';
import { Certificate } from './kinds/certificate.ts';

const cluster = useForeignCluster(Site, () => readCertManagerCrds(['certificates']));

it('requests a Certificate while the CRD is installed, and uses exactly its permissions', async () => {
  const { fixture, createUser, install, uninstall } = cluster();
  const { client, namespace } = fixture;
  const logger = createRecordingLogger();
  await using user = await createUser(site);
  await using _run = await fixture.run(site, { client: user.client, logger });
  const key = { namespace, name: 'shop' };
  await fixture.create(Site, 'shop', { spec: { host: 'shop.example', issuer: 'main' } });
  const read = async () => [
    (await client.resource(Site).get(key)).status?.certificate,
    (await client.resource(Ingress).tryGet(key))?.spec.tls?.[0]?.secretName,
  ];
  await expect.poll(read, patient).toEqual(['NotInstalled', undefined]);

  await install();
  await expect.poll(read, patient).toEqual(['Requested', 'shop-tls']);
  // An edit by another client, which the controller reverts.
  await client.resource(Certificate).mergePatch(key, { spec: { dnsNames: ['other.example'] } });
  const readNames = async () => (await client.resource(Certificate).tryGet(key))?.spec?.dnsNames;
  await expect.poll(readNames, patient).toEqual(['shop.example']);
  const ready = { type: 'Ready', status: 'True', reason: 'Issued', message: '' } as const;
  const status = { conditions: [{ ...ready, lastTransitionTime: new Date().toISOString() }] };
  await client.resource(Certificate).mergePatch(key, { status }, { subresource: 'status' });
  await expect.poll(read, patient).toEqual(['Issued', 'shop-tls']);

  await uninstall();
  await expect.poll(read, patient).toEqual(['NotInstalled', undefined]);
  await install();
  await expect.poll(read, patient).toEqual(['Requested', 'shop-tls']);

  expect(logger.records.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  await expectExactPermissions(user);
});
