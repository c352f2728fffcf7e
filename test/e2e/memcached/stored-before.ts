import type { StoredBefore, StoredResource } from '../../support/stored-before.ts';
import { memcached } from './caches.ts';
import { definitionOfOriginals, finalizerOfC, statusOfC } from './originals.ts';

const namespace = 'memcacheds-before';

/** A finalizer of somebody else. */
export const kept = 'example.com/kept';
export const long = 'a'.repeat(64);

/** The specs by name that the CRD of the originals accepts and ours would refuse. */
const refused: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = {
  bare: undefined,
  [long]: { size: 1 },
  'dotted.name': { size: 1 },
  portless: { size: 1, containerPort: 0 },
};
export const refusedNames = Object.keys(refused);

type Rest = Pick<StoredResource, 'spec' | 'status'>;

function storedMemcached(name: string, finalizers: readonly string[], rest: Rest): StoredResource {
  const { spec: _spec, ...bare } = memcached(namespace, name) as StoredResource;
  return { ...bare, metadata: { namespace, name, finalizers }, ...rest };
}

const spec = { size: 2 };
const specOfC = { size: 2, containerPort: 11211 };
const nodes = (name: string): object => ({ nodes: [`${name}-x`, `${name}-w`] });

/** Memcacheds as generations A, B and C leave them, and some that our validation rules would refuse. */
export const memcachedsBefore: StoredBefore = {
  namespace,
  definition: 'memcacheds.cache.example.com',
  earlier: definitionOfOriginals,
  resources: [
    ...['a1', 'a-port', 'a-edited'].map((name) => storedMemcached(name, [], { spec, status: nodes(name) })),
    storedMemcached('a2', [], { spec }),
    storedMemcached('b', [], { spec: { size: 3 }, status: { nodes: null } }),
    ...['c', 'c-leaving'].map((name) => storedMemcached(name, [finalizerOfC], { spec: specOfC, status: statusOfC })),
    storedMemcached('c-held', [kept, finalizerOfC], { spec: specOfC, status: statusOfC }),
    ...Object.entries(refused).map(([name, of]) => storedMemcached(name, [kept], of === undefined ? {} : { spec: of })),
  ],
  refused: storedMemcached('bare', [kept], {}),
};
