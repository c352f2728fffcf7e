import type { StoredBefore, StoredResource } from '../../support/stored-before.ts';
import { buildMemcached } from './caches.ts';
import { toUpstreamCrd, finalizerOfC, statusOfC } from './upstream-samples.ts';

const namespace = 'memcacheds-before';

/** A finalizer of another client, which must stay. */
export const kept = 'example.com/kept';
export const long = 'a'.repeat(64);

/** Specs by name that the upstream CRD accepts and the present one rejects. */
const rejected: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = {
  bare: undefined,
  [long]: { size: 1 },
  'dotted.name': { size: 1 },
  portless: { size: 1, containerPort: 0 },
};
export const rejectedNames = Object.keys(rejected);

type Rest = Pick<StoredResource, 'spec' | 'status'>;

function buildStoredMemcached(name: string, finalizers: readonly string[], rest: Rest): StoredResource {
  const { spec: _spec, ...bare } = buildMemcached(namespace, name) as StoredResource;
  return { ...bare, metadata: { namespace, name, finalizers }, ...rest };
}

const spec = { size: 2 };
const specOfC = { size: 2, containerPort: 11211 };
const nodes = (name: string): object => ({ nodes: [`${name}-x`, `${name}-w`] });

/**
 * Memcacheds as the three generations of upstream operators (A, B and C) leave them, and some that the present
 * validation rules reject.
 */
export const memcachedsBefore: StoredBefore = {
  namespace,
  crd: 'memcacheds.cache.example.com',
  earlier: toUpstreamCrd,
  resources: [
    ...['a1', 'a-port', 'a-edited'].map((name) => buildStoredMemcached(name, [], { spec, status: nodes(name) })),
    buildStoredMemcached('a2', [], { spec }),
    buildStoredMemcached('b', [], { spec: { size: 3 }, status: { nodes: null } }),
    ...['c', 'c-leaving'].map((name) =>
      buildStoredMemcached(name, [finalizerOfC], { spec: specOfC, status: statusOfC }),
    ),
    buildStoredMemcached('c-held', [kept, finalizerOfC], { spec: specOfC, status: statusOfC }),
    ...Object.entries(rejected).map(([name, of]) =>
      buildStoredMemcached(name, [kept], of === undefined ? {} : { spec: of }),
    ),
  ],
  rejected: buildStoredMemcached('bare', [kept], {}),
};
