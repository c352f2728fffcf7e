import { describe, expect, inject, it } from 'vitest';

import { createGroupName, useCluster } from '../../../operator/runtime/fixtures/cluster-fixture.ts';
import {
  awaitChange,
  ConfigMap,
  defineApi,
  defineController,
  Event,
  owns,
  requeueAfter,
  t,
} from '../../../operator/runtime/src/index.ts';
import { createRecordingLogger } from '../../../operator/testing/src/recording-logger.ts';
import { createUserWithOwnRules, omitFallbacks } from './own-rules.ts';

const Preview = defineApi({
  group: createGroupName('ttl'),
  version: 'v1',
  kind: 'Preview',
  spec: t.object({ ttlSeconds: t.integer({ minimum: 0 }) }),
});

const preview = defineController(Preview, {
  self: { delete: true },
  owns: { maps: owns(ConfigMap) },
  finalizer: { name: 'example.com/site', cleanUp: () => Promise.resolve() },
  async reconcile({ metadata, spec }, { self, clock, maps, status }) {
    const leftMs = Date.parse(metadata.creationTimestamp) + spec.ttlSeconds * 1000 - clock.now();
    if (leftMs > 0) {
      await maps.apply({ metadata: { name: metadata.name }, data: { ttl: `${spec.ttlSeconds} s` } });
      status.set({});
      return requeueAfter(leftMs);
    }
    await self.delete({ note: 'its ttl has passed' });
    return awaitChange;
  },
});

const patient = { timeout: 60_000, interval: 50 };
const cluster = useCluster(Preview);
const find = (name: string) => cluster().client.resource(Preview).tryGet({ namespace: cluster().namespace, name });

describe('an object with a ttl', () => {
  it('is deleted and cleaned up by its controller, which uses exactly the permissions that it declares', async () => {
    const { client, namespace } = cluster();
    const place = { client, namespace, kubeconfigPath: inject('kubeconfigPath'), auditLogPath: inject('auditLogPath') };
    await using user = await createUserWithOwnRules(preview, place);
    await using _run = await cluster().run(preview, { client: user.client });
    const { uid } = (await cluster().create(Preview, 'short', { spec: { ttlSeconds: 3600 } })).metadata;
    const findMap = () => client.resource(ConfigMap).tryGet({ namespace, name: 'short' });
    await expect.poll(findMap, patient).toBeDefined();
    // Drift, which the controller repairs: an apply of an existing object needs `patch` only.
    await client.resource(ConfigMap).mergePatch({ namespace, name: 'short' }, { data: { ttl: 'none' } });
    await expect.poll(async () => (await findMap())?.data, patient).toEqual({ ttl: '3600 s' });
    await client.resource(Preview).mergePatch({ namespace, name: 'short' }, { spec: { ttlSeconds: 0 } });
    await expect.poll(() => find('short'), patient).toBeUndefined();
    const listEvents = async () => (await client.resource(Event).list({ fieldSelector: `regarding.uid=${uid}` })).items;
    await expect
      .poll(async () => (await listEvents()).map(({ note }) => note), patient)
      .toContain(`Deleted Preview ${namespace}/short: its ttl has passed`);
    await expect.poll(async () => omitFallbacks(await user.readUsed()), patient).toEqual(omitFallbacks(user.granted));
    expect(await user.readForbidden()).toEqual([]);
  });

  it('stays in a dry run, which logs the deletion', async () => {
    const logger = createRecordingLogger();
    await using _run = await cluster().run(preview, { logger, dryRun: true });
    await cluster().create(Preview, 'dry', { spec: { ttlSeconds: 0 } });
    await expect.poll(() => logger.lines.map(({ message }) => message), patient).toContain('would delete the object');
    expect((await find('dry'))?.metadata.deletionTimestamp).toBeUndefined();
  });
});
