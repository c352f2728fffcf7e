import { expect, it } from 'vitest';

import { createInMemoryApiServer } from '../../../testing/src/in-memory-api-server/index.ts';
import { neverAborted } from '../base/index.ts';
import { ConfigMap, Namespace } from '../kinds/index.ts';
import { createLookups } from './lookup.ts';

const { client, transport } = createInMemoryApiServer();
for (const [namespace, name, menu] of [
  ['here', 'coffee', 'a'],
  ['here', 'tea', 'b'],
  ['there', 'cocoa', 'a'],
])
  await client.resource(ConfigMap).create({ metadata: { namespace, name, labels: { menu } } } as never);
await client.resource(Namespace).create({ metadata: { name: 'here' } });

const createLookup = (namespace: string | undefined) => {
  const { maps, namespaces } = createLookups(
    { maps: ConfigMap, namespaces: Namespace },
    { client, namespace, signal: neverAborted },
  );
  if (maps === undefined || namespaces === undefined) throw new Error('a declared kind has no look-up');
  return { maps, namespaces };
};

const listNames = (objects: readonly { metadata: { name: string } }[]): readonly string[] =>
  objects.map(({ metadata }) => metadata.name);

it('finds an object by its name in the namespace of the reviewed object, or by its key anywhere', async () => {
  const { maps } = createLookup('here');
  expect(await maps.get('coffee')).toMatchObject({ metadata: { namespace: 'here', name: 'coffee' } });
  expect(await maps.get('cocoa')).toBeUndefined();
  expect(await maps.get({ namespace: 'there', name: 'cocoa' })).toMatchObject({ metadata: { name: 'cocoa' } });
});

it('lists objects of that namespace, of another, or of all', async () => {
  const { maps } = createLookup('here');
  expect(listNames(await maps.list())).toEqual(['coffee', 'tea']);
  expect(listNames(await maps.list({ labelSelector: 'menu=b' }))).toEqual(['tea']);
  expect(listNames(await maps.list({ namespace: 'there' }))).toEqual(['cocoa']);
  expect(listNames(await maps.list({ namespace: 'all', labelSelector: 'menu=a' }))).toEqual(['coffee', 'cocoa']);
});

it('finds cluster-scoped objects, and searches all namespaces for a cluster-scoped reviewed object', async () => {
  expect(await createLookup('here').namespaces.get('here')).toMatchObject({ kind: 'Namespace' });
  expect(listNames(await createLookup('here').namespaces.list())).toContain('here');
  expect(listNames(await createLookup(undefined).maps.list())).toEqual(['coffee', 'tea', 'cocoa']);
});

it('ends with the request', async () => {
  const signal = AbortSignal.abort(new Error('too slow'));
  const { maps } = createLookups({ maps: ConfigMap }, { client, namespace: 'here', signal });
  await expect(maps?.get('coffee')).rejects.toThrow();
  await transport.close();
});
