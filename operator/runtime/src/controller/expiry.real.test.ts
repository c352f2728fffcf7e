import { expect, it } from 'vitest';

import { createGroupName, useCluster } from '../../fixtures/cluster-fixture.ts';
import { defineApi, t } from '../api/index.ts';
import { ConfigMap, Event } from '../kinds/index.ts';
import { awaitChange, defineController, owns } from '../reconcile/index.ts';

const Preview = defineApi({
  group: createGroupName('expiry'),
  version: 'v1',
  kind: 'Preview',
  spec: t.object({ expiresAt: t.string({ format: 'date-time' }) }),
  status: t.object({ conditions: t.conditions() }),
});

const cluster = useCluster(Preview);
const patient = { timeout: 30_000, interval: 25 };
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();
const tryGet = (name: string) => cluster().client.resource(Preview).tryGet({ namespace: cluster().namespace, name });

const listNotes = async (): Promise<readonly unknown[]> => {
  const { items } = await cluster().client.resource(Event).list({ namespace: cluster().namespace });
  return items.map(({ note }) => note);
};

const preview = defineController(Preview, {
  expiresAt: ({ spec }) => Date.parse(spec.expiresAt),
  owns: { maps: owns(ConfigMap) },
  async reconcile({ metadata: { name } }, { maps }) {
    await maps.apply({ metadata: { name }, data: { [name === 'invalid' ? 'no key!' : 'key']: '' } });
    return awaitChange;
  },
});

it('an object expires although the API server rejects its child, and after a restart', async () => {
  const running = await cluster().run(preview);
  const soon = inSeconds(3);
  await cluster().create(Preview, 'invalid', { spec: { expiresAt: soon } });
  await cluster().create(Preview, 'restarted', { spec: { expiresAt: soon } });
  await expect
    .poll(async () => (await tryGet('invalid'))?.status?.conditions, patient)
    .toMatchObject([{ type: 'Ready', reason: 'Invalid' }, {}]);
  await running.stop();
  await using _run = await cluster().run(preview);
  await expect.poll(() => tryGet('invalid'), patient).toBeUndefined();
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
  await expect.poll(() => tryGet('restarted'), patient).toBeUndefined();
  // The events have their own queue, which the deletion does not wait for.
  await expect.poll(listNotes, patient).toContain(`Deleted Preview ${cluster().namespace}/invalid: it has expired`);
});

it('a dry run only logs that an object has expired', async () => {
  await cluster().create(Preview, 'dry', { spec: { expiresAt: inSeconds(-1) } });
  await using run = await cluster().run(preview, { dryRun: true });
  await expect.poll(() => run.idle, patient).toBe(true);
  expect((await tryGet('dry'))?.metadata.deletionTimestamp).toBeUndefined();
});
