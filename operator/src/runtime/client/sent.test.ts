import { expect, it } from 'vitest';

import { createInMemoryApiServer } from '../../testing/in-memory-api-server/index.ts';
import { ConfigMap } from '../kinds/index.ts';
import { unchecked } from './index.ts';

const metadata = { namespace: 'default', name: 'a' };

it('what is written needs no type: the client knows that of its kind', async () => {
  const { client } = createInMemoryApiServer();
  const maps = client.resource(ConfigMap);
  const typed = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  expect(await maps.create({ metadata, data: { a: '1' } })).toMatchObject({ ...typed, data: { a: '1' } });
  expect(await maps.update({ metadata, data: { a: '2' } })).toMatchObject({ ...typed, data: { a: '2' } });
  const { object } = await maps.apply({ metadata, data: { a: '3' } }, { fieldManager: 'me', force: true });
  expect(object).toMatchObject({ ...typed, data: { a: '3' } });
});

it('a type that is given is sent as it is', async () => {
  const { client } = createInMemoryApiServer();
  const strange = { apiVersion: 'v1', kind: 'Secret', metadata };
  await expect(client.resource(unchecked(ConfigMap)).create(strange)).rejects.toMatchObject({ status: 400 });
});
