import { expect, it } from 'vitest';

import { useCluster, createGroupName } from '../../../fixtures/cluster-fixture.ts';
import { defineApi, t } from '../../api/index.ts';
import type { Condition } from '../../base/index.ts';
import { awaitChange } from '../declare/action.ts';
import { condition } from '../declare/condition.ts';
import { defineController } from '../declare/define-controller.ts';
import { notReady } from './rejection.ts';

const Cafe = defineApi({
  group: createGroupName('refusal'),
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({ guests: t.integer() }),
  status: t.object({ guests: t.optional(t.integer({ maximum: 3 })), conditions: t.conditions() }),
});

interface Stored {
  readonly guests?: number;
  readonly conditions?: readonly Condition[];
}

const patient = { timeout: 30_000, interval: 25 };
const cluster = useCluster(Cafe);

const readStatus = async (name: string): Promise<Stored | undefined> => {
  const live = await cluster().client.resource(Cafe).get({ namespace: cluster().namespace, name });
  return (live as { readonly status?: Stored }).status;
};
const ready = async (name: string): Promise<Condition | undefined> =>
  (await readStatus(name))?.conditions?.find(({ type }) => type === 'Ready');
const change = (name: string, guests: number) =>
  cluster().client.resource(Cafe).mergePatch({ namespace: cluster().namespace, name }, { spec: { guests } });

it('a rejection that has ended leaves no status if the controller sets none', async () => {
  const visits: number[] = [];
  const cafe = defineController(Cafe, {
    async reconcile({ metadata: { name }, spec }) {
      if (name !== 'over') return awaitChange;
      visits.push(spec.guests);
      if (spec.guests > 3) throw notReady('Full', 'There are too many guests.', { retry: false });
      return awaitChange;
    },
  });
  await using run = await cluster().run(cafe);
  await cluster().create(Cafe, 'over', { spec: { guests: 9 } });
  await expect.poll(() => ready('over'), patient).toMatchObject({ reason: 'Full' });
  expect((await readStatus('over'))?.conditions).toMatchObject([
    { type: 'Ready' },
    { type: 'Stalled', reason: 'Full' },
  ]);
  await change('over', 2);
  await expect.poll(() => readStatus('over'), patient).toBeUndefined();
  await change('over', 1);
  await expect.poll(() => visits.includes(1) && run.idle, patient).toBe(true);
  expect(run.writes.filter((each) => each.endsWith('/status'))).toHaveLength(2);
});

it('a status that its own schema rejects is reported next to the stored status', async () => {
  const cafe = defineController(Cafe, {
    async reconcile({ metadata: { name }, spec: { guests } }, { status }) {
      if (name !== 'refused') return awaitChange;
      status.set({ guests, conditions: [condition('Ready', true, { reason: 'Open', message: 'It is open.' })] });
      return awaitChange;
    },
  });
  await using _run = await cluster().run(cafe);
  await cluster().create(Cafe, 'refused', { spec: { guests: 2 } });
  await expect.poll(() => ready('refused'), patient).toMatchObject({ reason: 'Open' });
  await change('refused', 9);
  await expect.poll(() => ready('refused'), patient).toMatchObject({ status: 'False', reason: 'Invalid' });
  expect(await readStatus('refused')).toMatchObject({ guests: 2, observedGeneration: 2 });
});
