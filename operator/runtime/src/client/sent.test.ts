import { expect, it } from 'vitest';

import { createInMemoryApiServer } from '../../../testing/src/in-memory-api-server/index.ts';
import { ConfigMap } from '../kinds/index.ts';
import { createClient, type Transport, unchecked } from './index.ts';

const metadata = { namespace: 'default', name: 'a' };

it('an object needs no apiVersion and kind: the client adds those of its kind', async () => {
  const bodies: unknown[] = [];
  const call: Transport['call'] = async ({ body }) => {
    bodies.push(body);
    return { status: 200, body: { metadata } };
  };
  const maps = createClient({ call } as Transport).resource(ConfigMap);
  await maps.create({ metadata });
  await maps.update({ metadata });
  await maps.apply({ metadata }, { fieldManager: 'me' });
  expect(bodies).toEqual(Array(3).fill({ apiVersion: 'v1', kind: 'ConfigMap', metadata }));
});

it('a given apiVersion and kind are sent unchanged', async () => {
  const { client } = createInMemoryApiServer();
  const strange = { apiVersion: 'v1', kind: 'Secret', metadata };
  await expect(client.resource(unchecked(ConfigMap)).create(strange)).rejects.toMatchObject({ status: 400 });
});
