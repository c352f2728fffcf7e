import { describe, expect, inject, it } from 'vitest';

import { createGroupName, useCluster } from '../../../operator/runtime/fixtures/cluster-fixture.ts';
import {
  awaitChange,
  condition,
  defineApi,
  defineController,
  gets,
  notReady,
  Secret,
  t,
} from '../../../operator/runtime/src/index.ts';
import { createUserWithOwnRules } from './own-rules.ts';

const Preview = defineApi({
  group: createGroupName('live-secret'),
  version: 'v1',
  kind: 'Preview',
  spec: t.object({}),
  status: t.object({ host: t.string(), conditions: t.conditions() }),
});

const preview = defineController(Preview, {
  reads: { registries: gets(Secret, { names: ['registry'] }) },
  async reconcile(_, { registries, status }) {
    const registry = await registries.get('registry');
    if (registry === undefined) throw notReady('NoRegistry', 'Create the Secret registry.');
    const host = Buffer.from(registry.data?.['host'] ?? '', 'base64').toString();
    status.set({
      host,
      conditions: [condition('Ready', true, { reason: 'Found', message: 'The registry is known.' })],
    });
    return awaitChange;
  },
});

const patient = { timeout: 60_000, interval: 50 };
const cluster = useCluster(Preview);

describe('a controller that gets one Secret by its name', () => {
  it('reads it without a watch, with a permission for this name only', async () => {
    const { client, namespace } = cluster();
    const place = { client, namespace, kubeconfigPath: inject('kubeconfigPath'), auditLogPath: inject('auditLogPath') };
    await using user = await createUserWithOwnRules(preview, place);
    await using _run = await cluster().run(preview, { client: user.client });
    await cluster().create(Secret, 'registry', { stringData: { host: 'registry.example' } });
    await cluster().create(Secret, 'other');
    await cluster().create(Preview, 'first', { spec: {} });
    const readStatus = async () => (await client.resource(Preview).tryGet({ namespace, name: 'first' }))?.status;
    await expect.poll(readStatus, patient).toMatchObject({ host: 'registry.example' });
    await expect(user.client.resource(Secret).tryGet({ namespace, name: 'other' })).rejects.toMatchObject({
      status: 403,
    });
    const ofSecrets = (permissions: readonly string[]) => permissions.filter((each) => each.includes('/secrets'));
    await expect.poll(async () => ofSecrets(await user.readUsed()), patient).toEqual(ofSecrets(user.granted));
    expect(ofSecrets(user.granted)).toHaveLength(1);
    expect(await user.readForbidden()).toEqual([`get /api/v1/namespaces/${namespace}/secrets/other`]);
  });
});
