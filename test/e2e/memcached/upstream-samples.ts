import { Memcached } from '../../../operator/src/kubewright.ts';
import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';
import { type CustomResourceDefinition, Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import type { Manifest } from '../../support/manifests.ts';
import { buildGoReference, createAs, type Written } from '../support/create-as.ts';

/** A manifest for one of the three generations of upstream operators. */
export interface Sample {
  readonly generation: 'A' | 'B' | 'C';
  readonly what: string;
  readonly manifest: Manifest;
  /** The size and the port of the spec, with the upstream defaults. */
  readonly size: number;
  readonly port: number;
}

const apiVersion = 'cache.example.com/v1alpha1';
const kind = 'Memcached';

function buildSample(name: string, spec: object, labels?: object): Manifest {
  return { apiVersion, kind, metadata: { name, ...(labels && { labels }) }, spec } as Manifest;
}

const labelsOfC = { 'app.kubernetes.io/name': 'memcached-operator', 'app.kubernetes.io/managed-by': 'kustomize' };

/** Manifests of the upstream operators, with facts from their documentation. */
export const samples: readonly Sample[] = [
  {
    generation: 'A',
    what: 'its sample',
    manifest: buildSample('example-memcached', { size: 3 }),
    size: 3,
    port: 11211,
  },
  { generation: 'A', what: 'size 4', manifest: buildSample('example-memcached', { size: 4 }), size: 4, port: 11211 },
  { generation: 'B', what: 'its sample', manifest: buildSample('memcached-sample', { size: 3 }), size: 3, port: 11211 },
  {
    generation: 'B',
    what: 'an even size',
    manifest: buildSample('memcached-sample', { size: 2 }),
    size: 2,
    port: 11211,
  },
  {
    ...{ generation: 'C', what: 'its sample', size: 1, port: 11211 },
    manifest: buildSample('memcached-sample', { size: 1, containerPort: 11211 }, labelsOfC),
  },
  {
    ...{ generation: 'C', what: 'no size', size: 3, port: 12000 },
    manifest: buildSample('memcached-sample', { containerPort: 12000 }, labelsOfC),
  },
  { generation: 'C', what: 'size 0', manifest: buildSample('memcached-sample', { size: 0 }), size: 0, port: 11211 },
];

/** The children that an upstream operator created for a Memcached. */
export interface LeftChildren {
  readonly deployment: Deployment;
  readonly service?: Service;
}

const commandOfAll = ['memcached', '-m=64', '-o', 'modern', '-v'];
const managerOfA = 'memcached-operator';
const imageOfAll = 'memcached:1.4.36-alpine';

/**
 * Creates the children as generations A and B of the upstream operator do: a Deployment with the same labels as that of
 * this operator.
 */
export async function createLeftByA(client: Client, owner: KubeObject, replicas: number): Promise<LeftChildren> {
  const labels = { app: 'memcached', memcached_cr: owner.metadata.name };
  const ports = [{ containerPort: 11211, name: 'memcached' }];
  const container = { image: imageOfAll, name: 'memcached', command: commandOfAll, ports, resources: {} };
  const deployment = await createAs(client, managerOfA, {
    kind: Deployment,
    body: {
      metadata: buildMetadata(owner),
      spec: {
        replicas,
        ...{ selector: { matchLabels: labels }, strategy: {} },
        template: { metadata: { creationTimestamp: null, labels }, spec: { containers: [container] } },
      },
    },
  });
  return { deployment };
}

/** Creates the children as the newer controller of generation A does, which include a Service. */
export async function createLeftByNewerA(client: Client, owner: KubeObject, replicas: number): Promise<LeftChildren> {
  const { name } = owner.metadata;
  const selector = { app: 'memcached', memcached_cr: name };
  const service = await createAs(client, managerOfA, {
    kind: Service,
    body: {
      metadata: buildMetadata(owner),
      spec: { selector, ports: [{ port: 11211, name, targetPort: 0 }] },
      status: { loadBalancer: {} },
    },
  });
  return { ...(await createLeftByA(client, owner, replicas)), service };
}

/**
 * Creates the child as generation C of the upstream operator does: a Deployment, with the same selector for every
 * Memcached.
 */
export async function createLeftByC(client: Client, owner: KubeObject, replicas: number): Promise<LeftChildren> {
  const labels = {
    'app.kubernetes.io/name': 'memcached-operator',
    'app.kubernetes.io/version': '1.4.36-alpine',
    'app.kubernetes.io/managed-by': 'MemcachedController',
  };
  const container = {
    ...{ name: 'memcached', image: imageOfAll, imagePullPolicy: 'IfNotPresent', resources: {} },
    ...{ command: commandOfAll, ports: [{ containerPort: 11211, name: 'memcached' }] },
    securityContext: {
      ...{ runAsNonRoot: true, runAsUser: 1001, allowPrivilegeEscalation: false },
      capabilities: { drop: ['ALL'] },
    },
  };
  const securityContext = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
  const deployment = await createAs(client, 'manager', {
    kind: Deployment,
    body: {
      metadata: buildMetadata(owner),
      spec: {
        replicas,
        ...{ selector: { matchLabels: labels }, strategy: {} },
        template: {
          metadata: { creationTimestamp: null, labels },
          spec: { securityContext, containers: [container] },
        },
      },
    },
  });
  return { deployment };
}

function buildMetadata(owner: KubeObject): Written['metadata'] {
  const { name, namespace = '' } = owner.metadata;
  return { name, namespace, creationTimestamp: null, ownerReferences: [buildGoReference(Memcached, owner)] };
}

/** The finalizer that upstream operators of generation C add to every Memcached. */
export const finalizerOfC = 'cache.example.com/finalizer';

/** The conditions that generation C writes: for an available Memcached, and while it finalizes one. */
export const statusOfC = {
  conditions: [
    {
      ...{ type: 'Available', status: 'True', reason: 'Reconciling', lastTransitionTime: '2025-01-01T00:00:00Z' },
      message: 'Deployment for custom resource (c) with 2 replicas created successfully',
    },
    {
      ...{ type: 'Degraded', status: 'Unknown', reason: 'Finalizing', lastTransitionTime: '2025-01-01T00:00:00Z' },
      message: 'Performing finalizer operations for the custom resource: c ',
    },
  ],
};

/** Builds the upstream CRD: no validation rules, no scale subresource, no printer columns, any spec and status. */
export function toUpstreamCrd(ours: Manifest): Manifest {
  const { spec, ...rest } = ours as Manifest & Pick<CustomResourceDefinition, 'spec'>;
  const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const;
  const openAPIV3Schema = { type: 'object', properties: { spec: anything, status: anything } } as const;
  const version = {
    name: 'v1alpha1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema },
    subresources: { status: {} },
  };
  return { ...rest, ...{ spec: { ...spec, versions: [version] } } };
}
