import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ClusterFixture, createClusterFixture } from '../../../operator/runtime/fixtures/cluster-fixture.ts';
import {
  awaitChange,
  defineApi,
  defineController,
  type Kind,
  type KubeObject,
  owns,
  t,
  usedBy,
  watches,
} from '../../../operator/runtime/src/index.ts';
import { CustomResourceDefinition } from '../../../operator/runtime/src/kinds/index.ts';
import { createRecordingLogger } from '../../../operator/testing/src/recording-logger.ts';
import { createUserWithOwnRules, omitFallbacks } from '../../e2e/real-operators/own-rules.ts';
import { readGatewayCrds } from '../../support/gateway-api.ts';
import { applyManifests, deleteManifests, type Manifest } from '../../support/manifests.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';

interface HTTPRoute extends KubeObject {
  readonly spec?: {
    readonly hostnames?: readonly string[];
    readonly parentRefs?: readonly { readonly name: string }[];
    readonly rules?: readonly {
      readonly backendRefs?: readonly { readonly name: string; readonly port?: number }[];
    }[];
  };
}
interface Gateway extends KubeObject {
  readonly spec: {
    readonly gatewayClassName: string;
    readonly listeners: readonly { readonly name: string; readonly port: number; readonly protocol: string }[];
  };
}
const shared = { group: 'gateway.networking.k8s.io', version: 'v1', namespaced: true };
const HTTPRoute: Kind<HTTPRoute> = { ...shared, kind: 'HTTPRoute', plural: 'httproutes' };
const Gateway: Kind<Gateway> = { ...shared, kind: 'Gateway', plural: 'gateways' };

const Site = defineApi({
  group: 'sites.example.com',
  version: 'v1',
  kind: 'Site',
  spec: t.object({ host: t.string(), gateway: t.string() }),
  status: t.object({ route: t.string(), listeners: t.optional(t.integer()) }),
});

const site = defineController(Site, {
  owns: { routes: owns(HTTPRoute, { optional: true }) },
  watches: {
    gateways: watches(
      Gateway,
      usedBy(Site, ({ spec }) => [spec.gateway]),
      { optional: true },
    ),
  },
  async reconcile({ metadata: { name }, spec }, { routes, gateways, status }) {
    const backendRefs = [{ name, port: 80 }];
    const parentRefs = [{ name: spec.gateway }];
    await routes?.apply({ metadata: { name }, spec: { hostnames: [spec.host], parentRefs, rules: [{ backendRefs }] } });
    const gateway = gateways?.get(spec.gateway);
    status.set({
      route: routes === undefined ? 'NotInstalled' : 'Requested',
      ...(gateway && { listeners: gateway.spec.listeners.length }),
    });
    return awaitChange;
  },
});

const patient = { timeout: 90_000, interval: 100 };

describe('an operator that uses the Gateway API where it is installed', () => {
  let own: TestCluster;
  let fixture: ClusterFixture;
  let crds: readonly Manifest[];

  beforeAll(async () => {
    crds = await readGatewayCrds(['httproutes', 'gateways']);
    own = await startTestCluster();
    fixture = await createClusterFixture(own.cluster.controlPlane.kubeconfigPath, Site);
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
    await own[Symbol.asyncDispose]();
  });

  it('works without it, picks it up with its CRDs, lets it go with them, and uses exactly its permissions', async () => {
    const { client, namespace } = fixture;
    const { kubeconfigPath, auditLogPath } = own.cluster.controlPlane;
    await using user = await createUserWithOwnRules(site, { client, namespace, kubeconfigPath, auditLogPath });
    const logger = createRecordingLogger();
    await using _run = await fixture.run(site, { client: user.client, logger });
    const key = { namespace, name: 'shop' };
    const readStatus = async () => {
      const { route, listeners } = (await client.resource(Site).get(key)).status ?? {};
      return [route, listeners];
    };
    await fixture.create(Site, 'shop', { spec: { host: 'shop.example', gateway: 'main' } });
    await expect.poll(readStatus, patient).toEqual(['NotInstalled', undefined]);

    await applyManifests(client, crds);
    await expect.poll(readStatus, patient).toEqual(['Requested', undefined]);
    await client.resource(HTTPRoute).mergePatch(key, { spec: { hostnames: ['other.example'] } });
    const readHosts = async () => (await client.resource(HTTPRoute).get(key)).spec?.hostnames;
    await expect.poll(readHosts, patient).toEqual(['shop.example']);
    const listeners = [{ name: 'http', port: 80, protocol: 'HTTP' }];
    await fixture.create(Gateway, 'main', { spec: { gatewayClassName: 'any', listeners } });
    await expect.poll(readStatus, patient).toEqual(['Requested', 1]);

    await deleteManifests(client, crds);
    await expect.poll(readStatus, patient).toEqual(['NotInstalled', undefined]);
    const listCrds = async () => (await client.resource(CustomResourceDefinition).list()).items.length;
    await expect.poll(listCrds, patient).toBe(1);
    await applyManifests(client, crds);
    await expect.poll(readStatus, patient).toEqual(['Requested', undefined]);
    expect(await readHosts()).toEqual(['shop.example']);

    expect(logger.records.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
    await expect.poll(async () => omitFallbacks(await user.readUsed()), patient).toEqual(omitFallbacks(user.granted));
    expect(await user.readForbidden()).toEqual([]);
  });
});
