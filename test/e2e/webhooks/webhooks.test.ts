import { afterAll, beforeAll, describe } from 'vitest';

import { gatesImage } from '../../support/gate/installed-gates.ts';
import { images } from '../../support/operator-image.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';
import { storeBefore } from '../../support/stored-before.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { testCaBundle } from './ca-bundle.suite.ts';
import { testCertificates } from './certificates.suite.ts';
import { testFailures } from './failures.suite.ts';
import { longLived, useGates } from './installed.ts';
import { testMounted } from './mounted.suite.ts';
import { testScheduledEcho, withoutSpec } from './scheduled-echo.suite.ts';

// A separate cluster, because webhooks are cluster-scoped, and an operator that serves only some namespaces has none.
let cluster: TestCluster;
const own = (): TestCluster => cluster;

beforeAll(async () => {
  cluster = await startTestCluster({ node: { images: [gatesImage, ...images], volumeSyncMs: 200 } });
  await storeBefore(cluster.client, withoutSpec);
  await serveOurKinds(cluster.client, cluster.cluster.controlPlane);
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

describe('the webhook of ScheduledEchos', () => testScheduledEcho(own));

describe('an operator with webhooks', () => {
  const gates = useGates(own, { replicas: 2, settings: longLived, webhooks: { timeoutSeconds: 3 } });
  describe('caBundle', () => testCaBundle(gates));
  describe('its certificates', () => testCertificates(gates));
  describe('its failures', () => testFailures(gates));
});

describe('the mounted certificate of an operator', () => testMounted(own));
