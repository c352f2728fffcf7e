import { afterAll, beforeAll, expect, it } from 'vitest';

import { type ClusterFixture, createClusterFixture } from '../../operator/runtime/fixtures/cluster-fixture.ts';
import { CustomResourceDefinition } from '../../operator/runtime/src/kinds/index.ts';
import { createRecordingLogger } from '../../operator/testing/src/recording-logger.ts';
import { createUserWithOwnRules } from '../e2e/real-operators/own-rules.ts';
import { readGatewayCrds } from '../support/gateway-api.ts';
import { applyManifests, deleteManifests, type Manifest } from '../support/manifests.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';
import { expectExactPermissions, patient } from './exact-permissions.ts';
import { Shop, shop } from './gateway.ts';
import { Gateway, HTTPRoute } from './kinds/gateway-api.ts';

let own: TestCluster;
let fixture: ClusterFixture;
let crds: readonly Manifest[];

beforeAll(async () => {
  crds = await readGatewayCrds(['httproutes', 'gateways']);
  own = await startTestCluster();
  fixture = await createClusterFixture(own.cluster.controlPlane.kubeconfigPath, Shop);
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await own[Symbol.asyncDispose]();
});

/** Deletes the CRDs with their objects, and waits until they are gone. */
async function uninstall(): Promise<void> {
  const { client } = fixture;
  await deleteManifests(client, crds);
  const names = crds.map(({ metadata }) => metadata.name);
  await until('the CRDs of others are deleted', async () => {
    const { items } = await client.resource(CustomResourceDefinition).list();
    return !items.some(({ metadata }) => names.includes(metadata.name));
  });
}

it('picks up the Gateway API with its CRDs, lets it go with them, and uses exactly its permissions', async () => {
  const { client, namespace } = fixture;
  const { kubeconfigPath, auditLogPath } = own.cluster.controlPlane;
  const logger = createRecordingLogger();
  await using user = await createUserWithOwnRules(shop, { client, namespace, kubeconfigPath, auditLogPath });
  await using _run = await fixture.run(shop, { client: user.client, logger });
  const key = { namespace, name: 'books' };
  const readStatus = async () => {
    const { route, addresses } = (await client.resource(Shop).get(key)).status ?? {};
    return [route, addresses];
  };
  await fixture.create(Shop, 'books', { spec: { host: 'books.example', gateway: 'main' } });
  await expect.poll(readStatus, patient).toEqual(['NotInstalled', []]);

  await applyManifests(client, crds);
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
  await applyManifests(client, crds);
  await expect.poll(readStatus, patient).toEqual(['Requested', []]);
  expect(await readHosts()).toEqual(['books.example']);

  expect(logger.records.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  await expectExactPermissions(user);
});
