import type { Memcached } from '../../../apis/cache.example.com/v1alpha1/memcached.ts';
import type { Deployment, Pod } from '@kubewright/runtime';
import { buildPodLabels } from '../desired.ts';

const stored = { namespace: 'default', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

/** A Memcached of generation 2 named `cache`, for tests. */
export function someMemcached(spec: Partial<Memcached['spec']> = {}, status?: Memcached['status']): Memcached {
  return {
    apiVersion: 'cache.example.com/v1alpha1',
    kind: 'Memcached',
    metadata: { ...stored, name: 'cache', uid: 'uid-of-cache', generation: 2 },
    spec: { size: 3, containerPort: 11211, ...spec },
    ...(status !== undefined && { status }),
  };
}

/** A Memcached whose Deployment was last updated for the given generation. */
export function someAvailableMemcached(generation: number, spec: Partial<Memcached['spec']> = {}): Memcached {
  const why = { reason: 'AllAvailable', message: 'M', lastTransitionTime: '2026-01-01T00:00:00Z' };
  const available = { type: 'Available', status: 'True' as const, observedGeneration: generation, ...why };
  return someMemcached(spec, { observedGeneration: generation, conditions: [available] });
}

/** The Deployment of `someMemcached`, whose controller has observed its generation. */
export function someDeployment(status: Deployment['status'], spec: Partial<Deployment['spec']> = {}): Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...stored, name: 'cache', uid: 'uid-of-deployment', generation: 2 },
    spec: {
      replicas: 3,
      selector: { matchLabels: buildPodLabels(someMemcached()) },
      template: { metadata: {}, spec: { containers: [] } },
      ...spec,
    },
    status: { observedGeneration: 2, ...status },
  };
}

export function somePod(name: string, metadata: object = {}, phase = 'Running'): Pod {
  const labels = buildPodLabels(someMemcached());
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...stored, name, uid: `uid-of-${name}`, labels, ...metadata },
    spec: { containers: [] },
    status: { phase },
  } as Pod;
}
