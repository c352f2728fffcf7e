import { expect, it } from 'vitest';

import { createGroupName, useCluster } from '../../../fixtures/cluster-fixture.ts';
import { defineApi, t } from '../../api/index.ts';
import { awaitChange } from '../declare/action.ts';
import { condition } from '../declare/condition.ts';
import { defineController } from '../declare/define-controller.ts';

const Site = defineApi({
  group: createGroupName('patch'),
  version: 'v1',
  kind: 'Site',
  spec: t.object({ visits: t.integer(), host: t.optional(t.string()) }),
  status: t.object({
    visits: t.optional(t.integer()),
    address: t.optional(t.string()),
    conditions: t.conditions(),
  }),
});
const patient = { timeout: 30_000, interval: 50 };
const cluster = useCluster(Site);
const why = { reason: 'Because', message: 'It is so.' };

it('a patch of the status changes its fields only, removes undefined ones, and is not repeated', async () => {
  const site = defineController(Site, {
    async reconcile({ metadata, spec }, { status }) {
      if (metadata.generation === 1)
        status.set({
          visits: 1,
          address: 'here',
          conditions: ['Ready', 'Seen'].map((type) => condition(type, true, why)),
        });
      else if (spec.host === undefined) status.patch({ visits: spec.visits });
      else status.patch({ address: undefined, conditions: [condition('Seen', false, why)] });
      return Promise.resolve(awaitChange);
    },
  });
  await using run = await cluster().run(site);
  const { client, namespace } = cluster();
  const key = { namespace, name: 'corner' };
  const sites = client.resource(Site);
  await cluster().create(Site, 'corner', { spec: { visits: 1 } });
  const getStatus = async () => (await sites.get(key)).status;
  const seen = (status: 'True' | 'False', observedGeneration: number) => ({ type: 'Seen', status, observedGeneration });
  const ready = { type: 'Ready', status: 'True', observedGeneration: 1 };
  await expect
    .poll(getStatus, patient)
    .toMatchObject({ visits: 1, address: 'here', conditions: [ready, seen('True', 1)] });

  await sites.mergePatch(key, { spec: { visits: 2 } });
  const patched = { visits: 2, observedGeneration: 2, address: 'here', conditions: [ready, seen('True', 1)] };
  await expect.poll(getStatus, patient).toMatchObject(patched);

  await sites.mergePatch(key, { spec: { host: 'there' } });
  await expect.poll(getStatus, patient).toMatchObject({ observedGeneration: 3, conditions: [ready, seen('False', 3)] });
  expect(await getStatus()).not.toHaveProperty('address');
  expect(await getStatus()).toMatchObject({ visits: 2 });

  const writes = run.writes.length;
  await sites.mergePatch(key, { metadata: { labels: { seen: 'yes' } } });
  await expect.poll(() => run.idle, patient).toBe(true);
  expect(run.writes).toHaveLength(writes);
});
