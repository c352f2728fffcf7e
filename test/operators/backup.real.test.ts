import { Job } from '@kubewright/runtime';
import { expect, it } from 'vitest';

import { useCluster } from '../../operator/runtime/fixtures/cluster-fixture.ts';
import { createArchives } from './archives.ts';
import { Backup, defineBackup } from './backup.ts';
import { createUser, expectExactPermissions, patient } from './exact-permissions.ts';

const cluster = useCluster(Backup);

it('repeats a Backup whose archive the inventory misses, with exactly the declared permissions', async () => {
  const { client, namespace } = cluster();
  const key = { namespace, name: 'shop' };
  const { uid } = (await cluster().create(Backup, 'shop', { spec: { image: 'backup:1' } })).metadata;
  const { promise: listable, resolve: allowListing } = Promise.withResolvers<undefined>();
  const store = createArchives([uid, 'of a deleted Backup'], listable);
  const backup = defineBackup(() => store);
  await using user = await createUser(backup, cluster());
  // Makes the first inventory of a leader start at once; usually it starts after a random part of the interval.
  const random = (): number => 1 - 2 ** -40;
  await using _run = await cluster().run(backup, { client: user.client, injected: { store }, random });
  const readArchived = async () => (await client.resource(Backup).get(key)).status?.archived;
  await expect.poll(readArchived, patient).toBe(true);
  expect(await client.resource(Job).tryGet(key)).toBeUndefined();

  store.names.delete(uid);
  allowListing(undefined);
  await expect.poll(readArchived, patient).toBe(false);
  expect((await client.resource(Job).get(key)).spec.template.spec?.containers[0]?.args).toEqual([uid]);
  expect([...store.names]).toEqual([]);
  await expectExactPermissions(user);
});
