import { apiVersionOf, type KubeObject, type OwnerReference } from '../../../operator/src/runtime/base/index.ts';
import { Memcached } from '../../../operator/src/apis/index.ts';
import type { Sent } from '../../../operator/src/runtime/client/index.ts';
import type { Manifest } from '../../support/manifests.ts';

/** A manifest that people of an original have. */
export interface Sample {
  readonly generation: 'A' | 'B' | 'C';
  readonly what: string;
  readonly manifest: Manifest;
  /** What its spec means. */
  readonly size: number;
  readonly port: number;
}

const apiVersion = 'cache.example.com/v1alpha1';
const kind = 'Memcached';

function sample(name: string, spec: object, labels?: object): Manifest {
  return { apiVersion, kind, metadata: { name, ...(labels && { labels }) }, spec } as Manifest;
}

const labelsOfC = { 'app.kubernetes.io/name': 'memcached-operator', 'app.kubernetes.io/managed-by': 'kustomize' };

/** Manifests of the originals, and what people are told to make of them. */
export const samples: readonly Sample[] = [
  { generation: 'A', what: 'its sample', manifest: sample('example-memcached', { size: 3 }), size: 3, port: 11211 },
  { generation: 'A', what: 'size 4', manifest: sample('example-memcached', { size: 4 }), size: 4, port: 11211 },
  { generation: 'B', what: 'its sample', manifest: sample('memcached-sample', { size: 3 }), size: 3, port: 11211 },
  { generation: 'B', what: 'an even size', manifest: sample('memcached-sample', { size: 2 }), size: 2, port: 11211 },
  {
    ...{ generation: 'C', what: 'its sample', size: 1, port: 11211 },
    manifest: sample('memcached-sample', { size: 1, containerPort: 11211 }, labelsOfC),
  },
  {
    ...{ generation: 'C', what: 'no size', size: 3, port: 12000 },
    manifest: sample('memcached-sample', { containerPort: 12000 }, labelsOfC),
  },
  { generation: 'C', what: 'size 0', manifest: sample('memcached-sample', { size: 0 }), size: 0, port: 11211 },
];

/** The reference by which every original marks its children. */
export function referenceTo({ metadata: { name, uid } }: KubeObject): OwnerReference {
  return { apiVersion: apiVersionOf(Memcached), kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** What generations A and B, which are alike, leave of a Memcached: its Deployment. */
export function deploymentOfA(owner: KubeObject, replicas: number): Sent {
  const { name, namespace = '' } = owner.metadata;
  const labels = { app: 'memcached', memcached_cr: name };
  const command = ['memcached', '-m=64', '-o', 'modern', '-v'];
  const ports = [{ containerPort: 11211, name: 'memcached' }];
  return {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment' },
    metadata: { name, namespace, ...{ ownerReferences: [referenceTo(owner)] } },
    ...{
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ image: 'memcached:1.4.36-alpine', name: 'memcached', command, ports }] },
        },
      },
    },
  };
}

/** What the newer controller of generation A leaves beside it. */
export function serviceOfA(owner: KubeObject): Sent {
  const { name, namespace = '' } = owner.metadata;
  return {
    ...{ apiVersion: 'v1', kind: 'Service' },
    metadata: { name, namespace, ...{ ownerReferences: [referenceTo(owner)] } },
    ...{ spec: { selector: { app: 'memcached', memcached_cr: name }, ports: [{ port: 11211, name }] } },
  };
}

/** What generation C leaves: all its Deployments have the same selector. */
export function deploymentOfC(owner: KubeObject, replicas: number): Sent {
  const { name, namespace = '' } = owner.metadata;
  const labels = {
    'app.kubernetes.io/name': 'memcached-operator',
    'app.kubernetes.io/version': '1.4.36-alpine',
    'app.kubernetes.io/managed-by': 'MemcachedController',
  };
  const container = {
    ...{ name: 'memcached', image: 'memcached:1.4.36-alpine', imagePullPolicy: 'IfNotPresent' },
    command: ['memcached', '-m=64', '-o', 'modern', '-v'],
    ports: [{ containerPort: 11211, name: 'memcached' }],
    securityContext: {
      ...{ runAsNonRoot: true, runAsUser: 1001, allowPrivilegeEscalation: false },
      capabilities: { drop: ['ALL'] },
    },
  };
  const securityContext = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
  return {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment' },
    metadata: { name, namespace, ...{ ownerReferences: [referenceTo(owner)] } },
    ...{
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { securityContext, containers: [container] } },
      },
    },
  };
}

/** The finalizer that generation C adds to every Memcached. */
export const finalizerOfC = 'cache.example.com/finalizer';
