import { Job } from '@kubewright/runtime';
import { runController } from '@kubewright/testing';
import { expect, it } from 'vitest';

import { createArchives } from './archives.ts';
import { Backup, defineBackup } from './backup.ts';

it('the hourly inventory deletes archives without a Backup, and repeats a lost one', async () => {
  const archives = createArchives(['of a deleted Backup']);
  await using run = await runController(defineBackup(() => archives));
  const { server } = run;
  const metadata = { namespace: 'default', name: 'shop' };
  const { uid } = (await server.client.resource(Backup).create({ metadata, spec: { image: 'backup:1' } })).metadata;
  await run.awaitIdle();
  expect(server.objects(Job)[0]?.spec.template.spec?.containers[0]?.args).toEqual([uid]);

  archives.names.add(uid);
  await server.client.resource(Job).delete(metadata, { propagation: 'Background' });
  await run.awaitIdle();
  expect(server.objects(Backup)[0]?.status?.archived).toBe(true);

  await run.advance(3_600_000);
  expect([...archives.names]).toEqual([uid]);
  archives.names.delete(uid);
  await run.advance(3_600_000);
  expect(server.objects(Backup)[0]?.status?.archived).toBe(false);
  expect(server.objects(Job)).toHaveLength(1);
});
