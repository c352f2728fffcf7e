import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type OlmBundle, renderOlmCatalog, buildOurBundles, writeFolder } from '@kubewright/infra/olm';

import { createReady } from '../../e2e/memcached/caches.ts';
import { freePort } from '../../../operator/control-plane/src/sockets.ts';
import { until } from '../../support/until.ts';
import { expectCreated } from './created-by-olm.ts';
import { buildNamespace, type OlmCluster, olmNamespace, awaitPhase, startOlmCluster } from './olm-cluster.ts';

const [first, second, everything] = buildOurBundles() as [OlmBundle, OlmBundle, OlmBundle];

let cluster: OlmCluster;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kubewright-catalog-'));
  cluster = await startOlmCluster();
  await cluster.startCatalogOperator();
  await serveCatalog();
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Serves this repository's bundles as a catalog image would, and registers them in OLM. No bundle image is pulled. */
async function serveCatalog(): Promise<void> {
  const catalog = path.join(folder, 'catalog');
  writeFolder(catalog, renderOlmCatalog(buildOurBundles().map((bundle) => ({ bundle }))));
  const port = await freePort('127.0.0.1');
  const { processes, directory } = cluster.cluster.controlPlane;
  const files = ['--cache-dir', path.join(folder, 'cache'), '--cache-enforce-integrity=false'];
  await processes.start({
    name: 'opm',
    command: cluster.tools.opm,
    args: ['serve', catalog, '--port', String(port), '--pprof-addr', '', ...files, '-t', path.join(folder, 'end')],
    logFile: path.join(directory, 'logs', 'opm.log'),
  });
  await cluster.apply({
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name: 'kubewright', namespace: olmNamespace },
    spec: { sourceType: 'grpc', address: `127.0.0.1:${String(port)}`, displayName: 'Kubewright' },
  });
}

interface SubscribeOptions {
  readonly namespace: string;
  readonly targets: readonly string[];
  readonly bundle: OlmBundle;
  readonly approval: 'Automatic' | 'Manual';
}

async function subscribe({ namespace, targets, bundle, approval }: SubscribeOptions): Promise<void> {
  await cluster.apply(
    ...[...new Set([namespace, ...targets])].map(buildNamespace),
    {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata: { name: 'group', namespace },
      spec: targets.length === 0 ? {} : { targetNamespaces: targets },
    },
    {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: bundle.package, namespace },
      spec: {
        channel: 'alpha',
        name: bundle.package,
        source: 'kubewright',
        sourceNamespace: olmNamespace,
        startingCSV: bundle.name,
        installPlanApproval: approval,
      },
    },
  );
}

/** Approves the install plan of a version when it waits for approval. OLM may replace a plan before that. */
async function approve(namespace: string, version: string): Promise<void> {
  const plan = await until(
    `a plan to install ${version} waits for its approval`,
    async () => {
      const plans = await cluster.list('installplan', namespace);
      return plans.find(({ spec, status }) => {
        const names = spec['clusterServiceVersionNames'] as readonly string[];
        return names.includes(version) && status?.['phase'] === 'RequiresApproval';
      });
    },
    { timeoutMs: 120_000 },
  );
  const patch = ['patch', 'installplan', plan.metadata.name, '-n', namespace, '--type=merge'];
  await cluster.cluster.controlPlane.kubectl([...patch, '-p', '{"spec":{"approved":true}}']);
}

describe('a subscription', () => {
  const namespace = 'shop';

  it('installs 0.0.1 from the catalog, with CRDs, permissions and all other objects of the bundle', async () => {
    const targets = [namespace, 'annex'];
    await subscribe({ namespace, targets, bundle: first, approval: 'Manual' });
    await approve(namespace, first.name);
    await awaitPhase(cluster, { namespace, name: first.name }, 'Succeeded');
    await expectCreated(cluster, first, { namespace, targets });
    await createReady({ client: cluster.client, namespace }, 'cache', { size: 1 });
  });

  it('replaces it by 0.0.2 after the approval, without touching operands', async () => {
    const uids = async (): Promise<readonly string[]> =>
      (await cluster.list('pod', namespace, 'app=memcached')).map(({ metadata }) => metadata.uid);
    const before = await uids();
    await approve(namespace, second.name);
    await awaitPhase(cluster, { namespace, name: second.name }, 'Succeeded');
    await until('0.0.1 is gone', async () => (await cluster.find('csv', namespace, first.name)) === undefined);
    await createReady({ client: cluster.client, namespace }, 'later', { size: 1 });
    expect(await uids()).toEqual(expect.arrayContaining([...before]));
  });

  it('installs all operators for all namespaces, whose Roles OLM turns into ClusterRoles', async () => {
    const { kubectl } = cluster.cluster.controlPlane;
    await kubectl(['delete', 'subscription,csv,operatorgroup', '--all', '-n', namespace]);
    await subscribe({ namespace: 'all', targets: [], bundle: everything, approval: 'Automatic' });
    await awaitPhase(cluster, { namespace: 'all', name: everything.name }, 'Succeeded');
    await expectCreated(cluster, everything, { namespace: 'all', targets: [] });
    await cluster.apply(buildNamespace('anywhere'));
    await createReady({ client: cluster.client, namespace: 'anywhere' }, 'cache', { size: 1 });
  });
});
