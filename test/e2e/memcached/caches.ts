import { isDeepStrictEqual } from 'node:util';

import { Memcached } from '../../../operator/src/kubewright.ts';
import { buildDeployment, buildService } from '../../../operator/src/controllers/memcached/desired.ts';
import type { ResourceOf } from '../../../operator/runtime/src/index.ts';
import { Deployment, Pod, Service } from '../../../operator/runtime/src/kinds/index.ts';
import * as conditions from '../../support/conditions.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { toKey, type Scope, type ScopeOptions } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import type { OwnedChild } from '../children/owned-child.ts';
import { formatFieldManager } from '../support/applied-fields.ts';

/** A namespace and a client for it, with or without an operator. */
export type Place = Pick<Scope, 'client' | 'namespace'>;

export type StoredMemcached = ResourceOf<typeof Memcached>;

/** Options of a scope whose operator serves only Memcacheds. */
export const onlyMemcached: ScopeOptions = {
  controllers: ['memcached'],
  witness: async (scope, name) => [await createReady(scope, name, { size: 0 })],
};

export const fieldManager = formatFieldManager('memcached');

export function buildMemcached(namespace: string, name: string, spec: Record<string, unknown> = {}): Manifest {
  return {
    apiVersion: 'cache.example.com/v1alpha1',
    kind: 'Memcached',
    metadata: { namespace, name },
    spec,
  } as Manifest;
}

export async function createReady(
  scope: Place,
  name: string,
  spec: Record<string, unknown> = {},
): Promise<StoredMemcached> {
  await applyManifests(scope.client, [buildMemcached(scope.namespace, name, spec)]);
  return awaitMemcachedReady(scope, name);
}

export function awaitMemcachedReady(scope: Place, name: string): Promise<StoredMemcached> {
  return awaitMemcachedCondition(scope, name, { type: 'Ready', status: 'True' });
}

export function awaitMemcachedCondition(
  scope: Place,
  name: string,
  wanted: conditions.WantedCondition,
): Promise<StoredMemcached> {
  return conditions.awaitCondition(scope.client.resource(Memcached), toKey(scope, name), wanted);
}

export function getMemcached(scope: Place, name: string): Promise<StoredMemcached> {
  return scope.client.resource(Memcached).get(toKey(scope, name));
}

export function change(scope: Place, name: string, patch: object): Promise<StoredMemcached> {
  return scope.client.resource(Memcached).mergePatch(toKey(scope, name), patch);
}

export function findDeployment(scope: Place, name: string): Promise<Deployment | undefined> {
  return scope.client.resource(Deployment).tryGet(toKey(scope, name));
}

export function findService(scope: Place, name: string): Promise<Service | undefined> {
  return scope.client.resource(Service).tryGet(toKey(scope, name));
}

export async function getChildren(
  scope: Place,
  name: string,
): Promise<{ readonly deployment: Deployment; readonly service: Service }> {
  const [deployment, service] = await Promise.all([findDeployment(scope, name), findService(scope, name)]);
  if (deployment === undefined || service === undefined) throw new Error(`${name} lacks a child`);
  return { deployment, service };
}

/** Waits until a Memcached is Ready and `status.nodes` lists its Pods: at first it may also list terminating ones. */
export function awaitReadyWithNodes(scope: Place, name: string, size: number): Promise<StoredMemcached> {
  return until(`status.nodes of ${name} lists ${String(size)} Pods`, async () => {
    const now = await getMemcached(scope, name);
    const names = await listPodNames(scope, name);
    const isNamed = names.length === size && isDeepStrictEqual(now.status?.nodes, names);
    return conditions.findCurrentCondition(now, 'Ready')?.status === 'True' && isNamed && now;
  });
}

/** The names of the Pods of a Memcached that are not terminating, sorted. */
export async function listPodNames({ client, namespace }: Place, name: string): Promise<readonly string[]> {
  const { items } = await client.resource(Pod).list({ namespace, labelSelector: `memcached_cr=${name}` });
  return items
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map(({ metadata }) => metadata.name)
    .sort();
}

const labels = { app: 'other' };
const container = '/spec/template/spec/containers/0';
const ofMemcached = {
  api: Memcached,
  controller: 'memcached',
  manifest: ({ namespace }: Pick<Scope, 'namespace'>, name: string) =>
    buildMemcached(namespace, name, { size: 0, containerPort: 11211 }),
};

/** The Deployment and the Service as children, for the suites that run for every child. */
export const children: readonly OwnedChild[] = [
  {
    ...ofMemcached,
    child: Deployment,
    desired: (one) => buildDeployment(one as StoredMemcached, 'memcached:1.6-alpine'),
    foreignSpec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'example.com/a:1' }] } },
    },
    unset: {
      '/spec/template/spec/hostNetwork': true,
      [`${container}/args`]: ['-m', '1'],
      [`${container}/readinessProbe/tcpSocket/host`]: '192.0.2.1',
      [`${container}/securityContext/capabilities/add`]: ['NET_ADMIN'],
      [`${container}/securityContext/runAsUser`]: 1000,
      [`${container}/securityContext/runAsNonRoot`]: false,
    },
    additions: {
      '/spec/template/spec/containers/1': { name: 'exporter', image: 'example.com/exporter:1' },
      [`${container}/env`]: [{ name: 'COLOUR', value: 'blue' }],
      [`${container}/resources`]: { limits: { memory: '96Mi' } },
      [`${container}/ports/1`]: { name: 'status', containerPort: 9150 },
    },
  },
  {
    ...ofMemcached,
    child: Service,
    desired: (one) => buildService(one as StoredMemcached),
    foreignSpec: { ports: [{ port: 1 }] },
    unset: {},
    additions: {
      '/spec/ports/1': { name: 'status', port: 9150, protocol: 'TCP', targetPort: 'status' },
      '/spec/sessionAffinity': 'ClientIP',
    },
  },
];
