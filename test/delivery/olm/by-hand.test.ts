import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type OlmBundle, buildOurBundles } from '@kubewright/infra/olm';

import { createReady, buildMemcached } from '../../e2e/memcached/caches.ts';
import { applyManifests } from '../../support/manifests.ts';
import { until } from '../../support/until.ts';
import { cafesImage } from '../../support/cafe/installed-cafes.ts';
import { testConversion } from './conversion.suite.ts';
import { buildGrants } from './grants.ts';
import { listCrds, install, buildOperatorGroup, buildClusterServiceVersion } from './installed-by-hand.ts';
import { buildNamespace, type OlmCluster, awaitPhase, startOlmCluster, type Stored } from './olm-cluster.ts';

const [first, second, everything] = buildOurBundles() as [OlmBundle, OlmBundle, OlmBundle];

let cluster: OlmCluster;

beforeAll(async () => {
  cluster = await startOlmCluster([cafesImage]);
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

/**
 * An object that the schema allows, but that the webhook rejects, because the API server rejects its CronJob in a dry
 * run.
 */
const wrongScheduledEcho = {
  apiVersion: 'mmontes.io/v1alpha1',
  kind: 'ScheduledEcho',
  metadata: { name: 'wrong', namespace: 'anywhere' },
  spec: { message: 'hello', schedule: '61 * * * *' },
};

const operators = 'app.kubernetes.io/component=operator';

function listUids(objects: readonly Stored[]): readonly string[] {
  return objects.map(({ metadata }) => metadata.uid).sort();
}

/** Reads the Pod annotation in which OLM stores the namespaces to serve; a variable of the operator refers to it. */
async function readWatchNamespace(namespace: string): Promise<unknown> {
  const [pod] = await cluster.list('pod', namespace, operators);
  return pod?.metadata.annotations?.['olm.targetNamespaces'];
}

async function isServed(namespace: string): Promise<void> {
  await createReady({ client: cluster.client, namespace }, 'witness', { size: 1 });
}

/**
 * Shows that the operator ignores a namespace: an object that is created later in a served namespace becomes Ready
 * first.
 */
async function isNotServed(namespace: string, served: string): Promise<void> {
  await applyManifests(cluster.client, [buildMemcached(namespace, 'ignored', { size: 1 })]);
  await createReady({ client: cluster.client, namespace: served }, 'after', { size: 1 });
  const ignored = await cluster.find('memcached', namespace, 'ignored');
  expect(ignored?.status).toBeUndefined();
}

describe('the walk-through, by hand', () => {
  const namespace = 'walk';
  const at = { namespace, name: first.name };

  it('leaves a version Failed without an OperatorGroup, and reports it', async () => {
    await cluster.apply(buildNamespace(namespace), buildClusterServiceVersion(namespace, first));
    await awaitPhase(cluster, at, 'Failed: NoOperatorGroup');
  });

  it('leaves a version Pending without its requirements, and names them', async () => {
    await cluster.apply(buildOperatorGroup({ namespace, targets: [namespace] }));
    // Waits for the reason as well, because a version is also Pending before OLM has checked the requirements.
    const { status } = await awaitPhase(cluster, at, 'Pending: RequirementsNotMet');
    expect(status?.['requirementStatus']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'CustomResourceDefinition', status: 'NotPresent' }),
        expect.objectContaining({ kind: 'ServiceAccount', status: 'NotPresent' }),
      ]),
    );
  });

  it('BUG-MC-10 BUG-MC-12 BUG-MC-13 installs 0.0.1 once they exist: its Pod really runs, and is ready', async () => {
    await cluster.apply(...listCrds(first), ...buildGrants(first, { namespace, targets: [namespace] }));
    await awaitPhase(cluster, at, 'Succeeded');
    const [pod] = await cluster.list('pod', namespace, operators);
    expect(pod?.spec).toMatchObject({ containers: [{ image: 'ghcr.io/kubewright/operator:v0.0.1' }] });
    expect(await readWatchNamespace(namespace)).toBe(namespace);
  });

  it('replaces it by 0.0.2 without touching two Memcacheds and their Pods', async () => {
    for (const name of ['memcached-for-wordpress', 'memcached-for-drupal']) {
      await createReady({ client: cluster.client, namespace }, name, { size: 1 });
    }
    const operands = await cluster.list('pod', namespace, 'app=memcached');
    const [before] = await cluster.list('pod', namespace, operators);
    const deployment = await cluster.find('deployment', namespace, 'memcached-operator');
    expect(operands).toHaveLength(2);

    await cluster.apply(buildClusterServiceVersion(namespace, second));
    await awaitPhase(cluster, { namespace, name: second.name }, 'Succeeded');
    await until('0.0.1 is gone', async () => (await cluster.find('csv', namespace, first.name)) === undefined);
    const [after] = await until('the old Pod is gone', async () => {
      const pods = await cluster.list('pod', namespace, operators);
      return pods.length === 1 && pods;
    });

    expect(after?.spec).toMatchObject({ containers: [{ image: 'ghcr.io/kubewright/operator:v0.0.2' }] });
    expect(after?.metadata.uid).not.toBe(before?.metadata.uid);
    expect((await cluster.find('deployment', namespace, 'memcached-operator'))?.metadata.uid).toBe(
      deployment?.metadata.uid,
    );
    await createReady({ client: cluster.client, namespace }, 'memcached-for-later', { size: 1 });
    expect(listUids(await cluster.list('pod', namespace, 'app=memcached'))).toEqual(
      expect.arrayContaining([...listUids(operands)]),
    );
  });
});

/** Removes the objects of `install`, because two OperatorGroups may not serve one kind in one namespace. */
async function uninstall(namespace: string): Promise<void> {
  await cluster.cluster.controlPlane.kubectl(['delete', 'csv,operatorgroup', '--all', '-n', namespace]);
}

describe('install modes', () => {
  beforeAll(() => uninstall('walk'));

  it('OwnNamespace serves the namespace of the operator alone', async () => {
    await install(cluster, second, { namespace: 'own', targets: ['own'] });
    await isServed('own');
    await cluster.apply(buildNamespace('nobodys'));
    await isNotServed('nobodys', 'own');
    await uninstall('own');
  });

  it('SingleNamespace serves one other namespace, and not its own', async () => {
    await install(cluster, second, { namespace: 'single', targets: ['single-target'] });
    expect(await readWatchNamespace('single')).toBe('single-target');
    await isServed('single-target');
    await isNotServed('single', 'single-target');
    await uninstall('single');
  });

  it('MultiNamespace serves each of several', async () => {
    await install(cluster, second, { namespace: 'multi', targets: ['multi-a', 'multi-b'] });
    await isServed('multi-a');
    await isServed('multi-b');
    await uninstall('multi');
  });

  it('AllNamespaces serves every namespace, and API servers call the webhook by the configuration of OLM', async () => {
    await install(cluster, everything, { namespace: 'all', targets: [] });
    expect(await readWatchNamespace('all')).toBe('');
    await cluster.apply(buildNamespace('anywhere'));
    await isServed('anywhere');
    const [pod] = await cluster.list('pod', 'all', operators);
    expect(JSON.stringify(pod?.spec['volumes'])).toContain('webhook-cert');
    const configurations = await cluster.list('validatingwebhookconfigurations', 'all');
    expect(configurations.map(({ metadata }) => metadata.name)).toEqual([
      expect.stringMatching(/^validate\.scheduled-echo\.kubewright-/),
    ]);
    await expect(cluster.apply(wrongScheduledEcho)).rejects.toThrow(/spec\.schedule: Invalid value.*end of range/);
  });
});

describe('a kind with two versions', () => testConversion(() => cluster));
