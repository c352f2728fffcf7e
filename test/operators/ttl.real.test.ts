import { ConfigMap, Event } from '@kubewright/runtime';
import { describe, expect, it } from 'vitest';

import { useCluster } from '../../operator/runtime/fixtures/cluster-fixture.ts';
import { createRecordingLogger } from '../../operator/testing/src/recording-logger.ts';
import { createUser, expectExactPermissions, patient } from './exact-permissions.ts';
import { Preview, preview } from './ttl.ts';

const cluster = useCluster(Preview);
const find = (name: string) => cluster().client.resource(Preview).tryGet({ namespace: cluster().namespace, name });

describe('an object with a ttl', () => {
  it('is deleted by its controller, which uses exactly the permissions that it declares', async () => {
    const { client, namespace } = cluster();
    await using user = await createUser(preview, cluster());
    await using _run = await cluster().run(preview, { client: user.client });
    const { uid } = (await cluster().create(Preview, 'short', { spec: { branch: 'main' } })).metadata;
    const findPage = () => client.resource(ConfigMap).tryGet({ namespace, name: 'short' });
    await expect.poll(findPage, patient).toBeDefined();
    // Drift, which the controller repairs: an apply of an existing object needs `patch` only.
    await client.resource(ConfigMap).mergePatch({ namespace, name: 'short' }, { data: { branch: 'none' } });
    await expect.poll(async () => (await findPage())?.data, patient).toEqual({ branch: 'main' });
    await client.resource(Preview).mergePatch({ namespace, name: 'short' }, { spec: { ttl: '0s' } });
    await expect.poll(() => find('short'), patient).toBeUndefined();
    const listEvents = async () => (await client.resource(Event).list({ fieldSelector: `regarding.uid=${uid}` })).items;
    await expect
      .poll(async () => (await listEvents()).map(({ note }) => note), patient)
      .toContain(`Deleted Preview ${namespace}/short: its ttl has passed`);
    await expectExactPermissions(user);
  });

  it('stays in a dry run, which logs the deletion', async () => {
    const logger = createRecordingLogger();
    await using _run = await cluster().run(preview, { logger, dryRun: true });
    await cluster().create(Preview, 'dry', { spec: { branch: 'main', ttl: '0s' } });
    await expect.poll(() => logger.lines.map(({ message }) => message), patient).toContain('would delete the object');
    expect((await find('dry'))?.metadata.deletionTimestamp).toBeUndefined();
  });
});
