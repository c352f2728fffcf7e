import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildBundle, type Certificates } from '../../operator/runtime/src/certificates/index.ts';
import { buildPath } from '../../operator/runtime/src/client/index.ts';
import { Deployment, Secret } from '../../operator/runtime/src/kinds/index.ts';
import { parseCertificates } from '../../operator/runtime/src/manager/webhooks/certificate-secret.ts';
import { listCaBundles, untilTrusted } from '../e2e/webhooks/configurations.ts';
import { installedGates, type InstalledGates, webhookName } from '../e2e/webhooks/installed.ts';
import { listServedFingerprints } from '../e2e/webhooks/served-certificate.ts';
import { fetchMetrics } from '../e2e/support/operator-process.ts';
import { DryRunLoad, createDryRunSender } from '../support/dry-run-load.ts';
import { buildGate, gatesImage } from '../support/gate/installed-gates.ts';
import { Gate } from '../support/gate/gate.ts';
import { listSamples } from '../support/samples.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { afterOutage, until } from '../support/until.ts';
import { printProgress } from './support/progress.ts';

/** Lifetimes with which a certificate is renewed every 8 s, and an authority every 32 s. */
const lives = { webhookSettleTime: '2s', webhookCertLifetime: '12s', webhookAuthorityLifetime: '48s' };
const rotations = 20;

// Two replicas with a mutating and a validating webhook, whose certificates live for seconds. Every failed request is a
// bug, because the API server would reject a user's object.
describe('webhooks under a load of creates', () => {
  let cluster: TestCluster;
  let gates: InstalledGates;

  beforeAll(async () => {
    cluster = await startTestCluster({ node: { images: [gatesImage], volumeSyncMs: 200 } });
    gates = await installedGates(cluster, { namespace: 'gates', replicas: 2, settings: lives });
    await untilTrusted(gates);
  });

  afterAll(async () => {
    await gates.operator[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  function load(workers = 8): DryRunLoad {
    const { client, namespace } = gates;
    const body = (index: number): object => buildGate(namespace, `tried-${String(index)}`);
    return new DryRunLoad(createDryRunSender(client, buildPath(Gate, { namespace }), body), { workers });
  }

  const certificates = async (): Promise<Certificates | undefined> => parseCertificates(await gates.secret());

  /**
   * The fingerprints of the certificates that the replicas serve, verified with each `caBundle` that was read before;
   * or the error.
   */
  async function listSeen(): Promise<readonly (readonly string[] | string)[]> {
    const caBundles = await listCaBundles(gates);
    return Promise.all(caBundles.map((caBundle = '') => listServedFingerprints(gates, caBundle).catch(String)));
  }

  interface Rotations {
    /** The certificates that each replica has served. */
    readonly served: readonly [Set<string>, Set<string>];
    readonly authorities: Set<string>;
    /** The numbers of authorities that `caBundle` contained at the same time. */
    readonly bundles: Set<number>;
    /** Descriptions of rejected connections. */
    readonly rejected: string[];
  }

  /** Waits until each replica has served `rotations` certificates. */
  async function watchRotations(): Promise<Rotations> {
    const all: Rotations = { served: [new Set(), new Set()], authorities: new Set(), bundles: new Set(), rejected: [] };
    while (all.served.some(({ size }) => size < rotations)) {
      await lookInto(all);
      await sleep(200);
    }
    return all;
  }

  async function lookInto({ served, authorities, bundles, rejected }: Rotations): Promise<void> {
    const now = await certificates();
    if (now !== undefined) authorities.add(now.authority.certificate);
    if (now !== undefined) bundles.add(buildBundle(now).split('BEGIN').length - 1);
    for (const each of await listSeen()) {
      if (typeof each === 'string') rejected.push(each);
      else each.forEach((certificate, index) => served[index]?.add(certificate));
    }
  }

  /** The number of reviews that each replica has answered so far. */
  async function listAnswered(): Promise<readonly number[]> {
    const texts = await Promise.all((await gates.operator.pods()).map(fetchMetrics));
    return texts.map((text) =>
      listSamples(text, 'controller_runtime_webhook_requests_total', '200').reduce((sum, each) => sum + each, 0),
    );
  }

  async function awaitMoreAnswered(requests: DryRunLoad): Promise<void> {
    const soFar = requests.succeeded;
    await until('more requests succeed', () => Promise.resolve(requests.succeeded > soFar + 50), afterOutage);
  }

  it(
    'no request fails in 20 rotations of certificates and the rotations of the authority',
    { timeout: 600_000 },
    async () => {
      await using requests = load();
      const before = await listAnswered();
      const { served, authorities, bundles, rejected } = await watchRotations();
      const [one, other] = served;
      const after = await listAnswered();
      const counts = `${String(one.size)} certificates of ${String(authorities.size)} authorities`;
      printProgress(`${counts}: ${String(requests.succeeded)} requests, ${String(requests.failed)} failed`);
      expect(requests.failures).toEqual({});
      expect(rejected).toEqual([]);
      // Each replica serves the certificates that the other one has issued, except those that the next rotation step
      // replaces before it checks.
      expect(one.intersection(other).size).toBeGreaterThan(rotations / 2);
      expect(authorities.size).toBeGreaterThan(3);
      expect([...bundles].sort()).toEqual([1, 2]);
      // Both replicas must answer reviews.
      for (const [index, count] of after.entries()) expect(count).toBeGreaterThan((before[index] ?? 0) + 100);
    },
  );

  it.each([1, 2, 3])('no request fails while both replicas are replaced, one after the other: %d. time', async () => {
    const { operator, kubectl } = gates;
    await using requests = load();
    await awaitMoreAnswered(requests);
    const before = (await operator.pods()).map(({ metadata }) => metadata.uid);
    await kubectl(['rollout', 'restart', 'deployment/gates', '-n', operator.namespace]);
    const rolled = await kubectl(['rollout', 'status', 'deployment/gates', '-n', operator.namespace, '--timeout=120s']);
    expect(rolled.stdout).toContain('successfully rolled out');
    await until('the old replicas are gone', async () => {
      const now = await operator.pods();
      return now.length === 2 && now.every(({ metadata }) => !before.includes(metadata.uid));
    });
    await awaitMoreAnswered(requests);
    printProgress(`rollout: ${String(requests.succeeded)} requests, ${String(requests.failed)} failed`);
    expect(requests.failures).toEqual({});
  });

  it('requests continue after a restart of the API server', async () => {
    await using requests = load();
    await awaitMoreAnswered(requests);
    await cluster.cluster.controlPlane.restart('kube-apiserver');
    await awaitMoreAnswered(requests);
    // Requests may have failed until now, because the API server answers before it is up to date.
    await requests.untilCounted();
    const soFar = requests.failures;
    printProgress(`restart of the API server: ${String(requests.failed)} requests failed meanwhile`);
    await awaitMoreAnswered(requests);
    expect(requests.failures).toEqual(soFar);
    // While the API server is down, certificates cannot be renewed, and may expire.
    const unexplained = Object.keys(soFar).filter((text) => text.includes('webhook') && !text.includes('has expired'));
    expect(unexplained).toEqual([]);
  });

  it('a lost authority is replaced, and requests succeed as soon as both replicas run', async () => {
    const { client, operator } = gates;
    const [before] = await listCaBundles(gates);
    const key = { namespace: operator.namespace, name: 'gates' };
    await client.resource(Deployment).mergePatch(key, { spec: { replicas: 0 } });
    await until('all operator Pods are deleted', async () => (await operator.pods()).length === 0);
    await client.resource(Secret).mergePatch({ namespace: operator.namespace, name: webhookName }, { data: null });
    await client.resource(Deployment).mergePatch(key, { spec: { replicas: 2 } });
    await untilTrusted(gates);
    await using requests = load();
    await awaitMoreAnswered(requests);
    expect(requests.failures).toEqual({});
    expect((await listCaBundles(gates))[0]).not.toBe(before);
  });
});
