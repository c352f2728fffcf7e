import { expect, it } from 'vitest';

import { createRecordingLogger } from '../../operator/testing/src/recording-logger.ts';
import { readGatewayCrds } from '../support/gateway-api.ts';
import { expectExactPermissions, patient } from './exact-permissions.ts';
import { useForeignCluster } from './foreign-cluster.ts';
import { Shop, shop } from './gateway.ts';
import { Gateway, HTTPRoute } from './kinds/gateway-api.ts';

const cluster = useForeignCluster(Shop, () => readGatewayCrds(['httproutes', 'gateways']));

it('picks up the Gateway API with its CRDs, lets it go with them, and uses exactly its permissions', async () => {
  const { fixture, createUser, install, uninstall } = cluster();
  const { client, namespace } = fixture;
  const logger = createRecordingLogger();
  await using user = await createUser(shop);
  await using _run = await fixture.run(shop, { client: user.client, logger });
  const key = { namespace, name: 'books' };
  const readStatus = async () => {
    const { route, addresses } = (await client.resource(Shop).get(key)).status ?? {};
    return [route, addresses];
  };
  await fixture.create(Shop, 'books', { spec: { host: 'books.example', gateway: 'main' } });
  await expect.poll(readStatus, patient).toEqual(['NotInstalled', []]);

  await install();
  await expect.poll(readStatus, patient).toEqual(['Requested', []]);
  await client.resource(HTTPRoute).mergePatch(key, { spec: { hostnames: ['other.example'] } });
  const readHosts = async () => (await client.resource(HTTPRoute).tryGet(key))?.spec?.hostnames;
  await expect.poll(readHosts, patient).toEqual(['books.example']);
  const listeners = [{ name: 'http', port: 80, protocol: 'HTTP' }];
  await fixture.create(Gateway, 'main', { spec: { gatewayClassName: 'any', listeners } });
  const status = { addresses: [{ value: '10.0.0.1' }] };
  await client.resource(Gateway).mergePatch({ namespace, name: 'main' }, { status }, { subresource: 'status' });
  await expect.poll(readStatus, patient).toEqual(['Requested', ['10.0.0.1']]);

  await uninstall();
  await expect.poll(readStatus, patient).toEqual(['NotInstalled', []]);
  await install();
  await expect.poll(readStatus, patient).toEqual(['Requested', []]);
  expect(await readHosts()).toEqual(['books.example']);

  expect(logger.records.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  await expectExactPermissions(user);
});
