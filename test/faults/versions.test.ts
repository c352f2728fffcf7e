import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildPath } from '../../operator/runtime/src/client/index.ts';
import { Secret } from '../../operator/runtime/src/kinds/index.ts';
import { parseCertificates } from '../../operator/runtime/src/manager/webhooks/certificate-secret.ts';
import { Cafes, namespace, system } from '../e2e/versions/cafes.ts';
import { testFailures } from '../e2e/versions/failures.suite.ts';
import { testMigration } from '../e2e/versions/migration.suite.ts';
import { CafeV1, CafeV2, release2 } from '../support/samples/cafe/index.ts';
import { cafesImage } from '../support/cafe/installed-cafes.ts';
import { DryRunLoad } from '../support/dry-run-load.ts';
import { mapParallel } from '../support/map-parallel.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { afterOutage, until } from '../support/until.ts';
import { printProgress } from './support/progress.ts';

/** Lifetimes with which a certificate is renewed every 8 s, and an authority every 32 s. */
const lives = { webhookSettleTime: '2s', webhookCertLifetime: '12s', webhookAuthorityLifetime: '48s' };
const certificates = 10;

let cluster: TestCluster;
let cafes: Cafes;

beforeAll(async () => {
  cluster = await startTestCluster({ node: { images: [cafesImage], volumeSyncMs: 200 } });
  cafes = await Cafes.in(cluster);
});

afterAll(async () => {
  await cafes.operator?.[Symbol.asyncDispose]();
  await cluster[Symbol.asyncDispose]();
});

/** Creates Cafes until there are `count`. */
async function fill(count: number): Promise<void> {
  const cafesV1 = cluster.client.resource(CafeV1);
  const listed = await until('all are listed', () => cafesV1.list({ namespace }));
  const names = new Set(listed.items.map(({ metadata }) => metadata.name));
  const missing = Array.from({ length: count }, (_, index) => `cafe-${String(index)}`).filter(
    (each) => !names.has(each),
  );
  await mapParallel(missing.slice(0, Math.max(count - names.size, 0)), 16, (name) =>
    cafesV1.create({ metadata: { namespace, name }, spec: { openFor: '150m', guests: 20, waiter: 'Ada' } }),
  );
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function list(api: typeof CafeV1 | typeof CafeV2): Promise<Answer> {
  return cluster.client.transport.call({ method: 'GET', path: buildPath(api, { namespace }) });
}

/** The number of 429 responses so far. */
let waits = 0;

/**
 * Retries after a 429, like kubectl and client-go. The API server sends it while it fills the watch cache of a kind,
 * also after each change of the CRD's spec, such as its `caBundle`.
 */
async function retryUntilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  for (let times = 0; times < 10; times += 1) {
    const answer = await send();
    if (answer.status !== 429) return answer;
    waits += 1;
    await sleep(1_000);
  }
  return send();
}

// Two replicas convert between v1, which is stored, and v2. Every failed request is a bug: users cannot read the
// objects.
describe('conversions under a load of lists', () => {
  beforeAll(async () => {
    await cafes.release(release2, { settings: lives });
    await until('all are listed in v1', async () => (await list(CafeV1)).status === 200);
    await fill(20);
    await until('only v1 is stored', async () => (await cafes.definition()).status?.storedVersions?.join() === 'v1');
    await until('all are listed in v2', async () => (await list(CafeV2)).status === 200);
  });

  /** Creates a load that lists, reads one object from etcd, and writes in dry runs, in alternating versions. */
  function load(): DryRunLoad {
    const { transport } = cluster.client;
    const one = (api: typeof CafeV1 | typeof CafeV2, index: number) => ({
      path: buildPath(api, { namespace, name: `cafe-${String(index % 20)}` }),
    });
    const sendOnce = (index: number): Promise<Answer> => {
      const api = index % 2 === 0 ? CafeV1 : CafeV2;
      if (index % 6 < 2) return list(api);
      if (index % 6 < 4) return transport.call({ method: 'GET', ...one(api, index) });
      const body = { metadata: { labels: { turn: String(index) } } };
      const contentType = 'application/merge-patch+json';
      return transport.call({ method: 'PATCH', ...one(api, index), query: { dryRun: 'All' }, body, contentType });
    };
    return new DryRunLoad((index) => retryUntilAnswered(() => sendOnce(index)), { workers: 8, status: 200 });
  }

  async function awaitMore(requests: DryRunLoad): Promise<void> {
    const soFar = requests.succeeded;
    await until('more requests succeed', () => Promise.resolve(requests.succeeded > soFar + 50), afterOutage);
  }

  it(`no request fails while ${String(certificates)} certificates follow each other`, async () => {
    const seen = new Set<string>();
    await using requests = load();
    while (seen.size < certificates) {
      const secret = await cluster.client.resource(Secret).get({ namespace: system, name: 'cafes-webhooks' });
      const now = parseCertificates(secret);
      if (now !== undefined) seen.add(now.serving.certificate);
      await sleep(500);
    }
    printProgress(
      `${String(seen.size)} certificates: ${String(requests.succeeded)} requests, ${String(requests.failed)} failed, ${String(waits)} waited`,
    );
    expect(requests.failures).toEqual({});
  });

  it('no request fails while both replicas are replaced', async () => {
    await using requests = load();
    await awaitMore(requests);
    const before = ((await cafes.operator?.pods()) ?? []).map(({ metadata }) => metadata.uid);
    await cafes.kubectl(['rollout', 'restart', 'deployment/cafes', '-n', system]);
    await until(
      'the old replicas are gone',
      async () => {
        const now = (await cafes.operator?.pods()) ?? [];
        return now.length === 2 && now.every(({ metadata }) => !before.includes(metadata.uid));
      },
      afterOutage,
    );
    await awaitMore(requests);
    printProgress(
      `roll-out: ${String(requests.succeeded)} requests, ${String(requests.failed)} failed, ${String(waits)} waited`,
    );
    expect(requests.failures).toEqual({});
  });

  it('requests continue after a restart of the API server, and no conversion fails', async () => {
    await using requests = load();
    await awaitMore(requests);
    await cluster.cluster.controlPlane.restart('kube-apiserver');
    await awaitMore(requests);
    await requests.untilCounted();
    const soFar = requests.failures;
    printProgress(`restart of the API server: ${String(requests.failed)} requests failed meanwhile`);
    await awaitMore(requests);
    expect(requests.failures).toEqual(soFar);
    expect(Object.keys(soFar).filter((text) => text.includes('conversion'))).toEqual([]);
  });
});

describe('conversions that fail', () => testFailures(() => cafes));
describe('a leader that is killed in the middle of a migration', () => testMigration(() => cafes));
