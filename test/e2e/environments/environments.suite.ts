import { describe, expect, it } from 'vitest';

import type { Environment } from '@kubewright/infra';
import { environments } from '@kubewright/infra/catalogue';

import { Pet, WebServer } from '../../../operator/src/kubewright.ts';
import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import {
  CustomResourceDefinition,
  Deployment,
  Job,
  Namespace,
  Pod,
  Service,
} from '../../../operator/runtime/src/kinds/index.ts';
import { type InstalledOperator, awaitRunningOperator, uninstall } from '../../support/install-operator.ts';
import { applyManifests, deleteManifests, getKind, type Manifest, readManifests } from '../../support/manifests.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { awaitReady } from '../../support/conditions.ts';
import { scrape, type ScrapeOptions } from '../metrics/scrape.ts';
import { getLoopbackAddress } from '../support/operator-process.ts';

type Answer = number | 'another protocol' | 'connection refused';

/** The responses of a Pod to scrapes without a token: over HTTP, over TLS, and over HTTP within the Pod. */
const answers: Readonly<Record<string, readonly Answer[]>> = {
  embedded: [200, 'another protocol', 'connection refused'],
  dev: ['connection refused', 'connection refused', 200],
  staging: ['another protocol', 401, 'connection refused'],
  production: ['another protocol', 401, 'connection refused'],
};

async function requestStatus(pod: Pod, options: ScrapeOptions): Promise<Answer | undefined> {
  try {
    return (await scrape(pod, options)).status;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ECONNREFUSED' ? 'connection refused' : 'another protocol';
  }
}

const everyEnvironment: readonly Environment[] = environments;
const withStore = everyEnvironment.filter(({ petStore }) => petStore).map(({ name }) => name);
const withNamespaces = everyEnvironment.filter(({ createNamespaces }) => createNamespaces).map(({ name }) => name);
const withSamples = everyEnvironment.filter(({ samples }) => samples !== false).map(({ name }) => name);

/**
 * Tests the committed manifests of each environment, one after the other, because they install cluster-scoped objects.
 *
 * @param own a cluster without any installation; the suite removes all that it creates
 */
export function testEnvironments(own: () => TestCluster): void {
  describe.each(environments.map(({ name }) => name))('the committed manifests of %s', (environment) => {
    let installed: InstalledOperator;
    const crds = readManifests(environment, 'crds');
    const users = withNamespaces.includes(environment) ? readManifests(environment, 'namespaces') : [];
    const operator = readManifests(environment, 'operator');
    const store = withStore.includes(environment) ? readManifests(environment, 'pet-store') : [];
    const samples = withSamples.includes(environment) ? readManifests(environment, 'samples') : [];
    const all = [...crds, ...users, ...operator, ...store, ...samples];

    it('WS-A5 pass a strict server-side apply, and install an operator whose Pods really run', async () => {
      const { client, cluster } = own();
      await applyManifests(client, crds);
      await until('the CRDs are established', () => areEstablished(own()));
      // Restarts the garbage collector, which otherwise discovers new kinds only every 30 s.
      await cluster.controlPlane.restart('kube-controller-manager');
      await applyManifests(client, [...users, ...operator]);
      const { spec } = getDeployment(operator);
      installed = await awaitRunningOperator({
        client,
        namespace: 'kubewright-system',
        replicas: spec.replicas ?? 1,
        manifests: operator,
      });
      const pods = await installed.pods();
      expect(pods).toHaveLength(spec.replicas ?? 1);
      for (const pod of pods) cluster.node.assertRan(pod);
    });

    if (samples.length > 0) {
      it(
        'PS-A1 include samples that become Ready, and WebServers that serve a page',
        { timeout: 180_000 },
        async () => {
          const { client, cluster } = own();
          await applyManifests(client, [...store, ...samples]);
          for (const sample of samples) await awaitReady(client.resource(getKind(sample)), sample.metadata);
          for (const sample of samples.filter(({ kind }) => kind === 'WebServer')) {
            const { status } = await client.resource(WebServer).get(sample.metadata);
            const { host, port } = cluster.node.nodePortAddress(status?.nodePort ?? 0);
            const url = `http://${host}:${String(port)}`;
            const answer = await until(`${url} answers`, () => fetch(url));
            expect(await answer.text()).toContain('nginx');
          }
        },
      );
    }

    it('are applied again without a change', async () => {
      const { client } = own();
      const before = await listVersions(own(), all);
      await applyManifests(client, all);
      expect(await listVersions(own(), all)).toEqual(before);
    });

    it('expose metrics by HTTP or TLS as the environment sets, and in dev only within the Pod', async () => {
      for (const pod of await installed.pods()) {
        const asked = [{ plain: true }, {}, { plain: true, host: getLoopbackAddress(pod) }];
        expect(await Promise.all(asked.map((options) => requestStatus(pod, options)))).toEqual(answers[environment]);
      }
    });

    it('WS-A5 are deleted completely in reverse order', { timeout: 180_000 }, async () => {
      const { client } = own();
      await deleteManifests(client, samples);
      const served = samples[0]?.metadata.namespace ?? 'default';
      await until('the children of the samples are deleted', async () => {
        const kinds: readonly Kind[] = [WebServer, Pet, Deployment, Service, Job, Pod];
        const left = await Promise.all(kinds.map((kind) => client.resource(kind).list({ namespace: served })));
        return left.flatMap(({ items }) => items).every(({ metadata }) => metadata.name === 'kubernetes');
      });
      await uninstall(client, operator, () => installed.pods());
      await uninstall(client, store, () => listPods(own(), store));
      await deleteManifests(client, [...users, ...crds]);
      await until('every object is deleted', async () => {
        const left = await Promise.all(
          [...crds, ...users, ...operator, ...store].map((manifest) =>
            client.resource(getKind(manifest)).tryGet(manifest.metadata),
          ),
        );
        return left.every((object) => object === undefined);
      });
      const services = await client.resource(Service).list();
      expect(services.items.map(({ metadata }) => metadata.name)).toEqual(['kubernetes']);
      const namespaces = await client.resource(Namespace).list();
      expect(
        namespaces.items.map(({ metadata }) => metadata.name).filter((name) => name.startsWith('kubewright')),
      ).toEqual([]);
    });
  });
}

function getDeployment(manifests: readonly Manifest[]): Deployment {
  const found = manifests.find(({ kind }) => kind === 'Deployment');
  if (found === undefined) throw new Error('the manifests lack a Deployment');
  return found as unknown as Deployment;
}

async function areEstablished({ client }: TestCluster): Promise<boolean> {
  const { items } = await client.resource(CustomResourceDefinition).list();
  return items.every(({ status }) =>
    status?.conditions?.some(({ type, status: holds }) => type === 'Established' && holds === 'True'),
  );
}

/** The Pods in the namespaces of the manifests. */
async function listPods({ client }: TestCluster, manifests: readonly Manifest[]): Promise<readonly Pod[]> {
  const namespaces = manifests.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name);
  const lists = await Promise.all(namespaces.map((namespace) => client.resource(Pod).list({ namespace })));
  return lists.flatMap(({ items }) => items);
}

/** The generation of each object, or the resource version if it has no generation: each change increases both. */
async function listVersions({ client }: TestCluster, manifests: readonly Manifest[]): Promise<Record<string, unknown>> {
  const objects = await Promise.all(
    manifests.map((manifest) => client.resource(getKind(manifest)).get(manifest.metadata)),
  );
  return Object.fromEntries(
    objects.map(({ kind, metadata }) => [
      `${kind} ${metadata.namespace ?? ''}/${metadata.name}`,
      metadata.generation ?? metadata.resourceVersion,
    ]),
  );
}
