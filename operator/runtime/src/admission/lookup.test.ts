import { expect, it } from 'vitest';

import { createInMemoryApiServer } from '../../../testing/src/in-memory-api-server/index.ts';
import { neverAborted } from '../base/index.ts';
import { ConfigMap, Namespace } from '../kinds/index.ts';
import { lookupsOf } from './lookup.ts';

const { client, transport } = createInMemoryApiServer();
for (const [namespace, name, menu] of [
  ['here', 'coffee', 'a'],
  ['here', 'tea', 'b'],
  ['there', 'cocoa', 'a'],
])
  await client.resource(ConfigMap).create({ metadata: { namespace, name, labels: { menu } } } as never);
await client.resource(Namespace).create({ metadata: { name: 'here' } });

const looking = (namespace: string | undefined) => {
  const { maps, namespaces } = lookupsOf(
    { maps: ConfigMap, namespaces: Namespace },
    { client, namespace, signal: neverAborted },
  );
  if (maps === undefined || namespaces === undefined) throw new Error('a declared kind has no look-up');
  return { maps, namespaces };
};

const names = (objects: readonly { metadata: { name: string } }[]): readonly string[] =>
  objects.map(({ metadata }) => metadata.name);

it('finds an object by its name in the namespace of the one that is reviewed, or by its key anywhere', async () => {
  const { maps } = looking('here');
  expect(await maps.get('coffee')).toMatchObject({ metadata: { namespace: 'here', name: 'coffee' } });
  expect(await maps.get('cocoa')).toBeUndefined();
  expect(await maps.get({ namespace: 'there', name: 'cocoa' })).toMatchObject({ metadata: { name: 'cocoa' } });
});

it('lists objects of that namespace, of another, or of all', async () => {
  const { maps } = looking('here');
  expect(names(await maps.list())).toEqual(['coffee', 'tea']);
  expect(names(await maps.list({ labelSelector: 'menu=b' }))).toEqual(['tea']);
  expect(names(await maps.list({ namespace: 'there' }))).toEqual(['cocoa']);
  expect(names(await maps.list({ namespace: 'all', labelSelector: 'menu=a' }))).toEqual(['coffee', 'cocoa']);
});

it('finds what has no namespace, and looks in all for an object that has none', async () => {
  expect(await looking('here').namespaces.get('here')).toMatchObject({ kind: 'Namespace' });
  expect(names(await looking('here').namespaces.list())).toContain('here');
  expect(names(await looking(undefined).maps.list())).toEqual(['coffee', 'tea', 'cocoa']);
});

it('ends with the request', async () => {
  const signal = AbortSignal.abort(new Error('too slow'));
  const { maps } = lookupsOf({ maps: ConfigMap }, { client, namespace: 'here', signal });
  await expect(maps?.get('coffee')).rejects.toThrow();
  await transport.close();
});
